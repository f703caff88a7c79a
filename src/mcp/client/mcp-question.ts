import type { JsonObject, JsonValue } from "../../base/json.ts";
import type { Caller } from "../../tools/tool.ts";

/** What a server wants to know of a person while it works on a call. */
export type McpQuestion = {
  readonly server: string;
  /** The tool in whose call it asks, by its name in the registry; absent where that is not known. */
  readonly tool?: string;
  readonly caller?: Caller;
  /** The server's words; untrusted, cleaned. */
  readonly message: string;
  readonly signal: AbortSignal;
} & (
  | { readonly mode: "form"; readonly schema: JsonObject }
  /** A page is to be opened by the person; never opened by itself. */
  | { readonly mode: "url"; readonly url: string; readonly host: string }
);

/** A person's answer. `decline`: a no. `cancel`: neither yes nor no. */
export type McpQuestionAnswer =
  | { readonly action: "accept"; readonly content?: Readonly<Record<string, JsonValue>> }
  | { readonly action: "decline" }
  | { readonly action: "cancel" };
