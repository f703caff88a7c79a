import { createRequestStateCodec, type RequestStateCodec, type ServerContext } from "@modelcontextprotocol/server";
import { randomBytes } from "node:crypto";
import type { JsonValue } from "../../base/json.ts";
import type { Confirmation } from "../../tools/call-scope.ts";
import type { ConfirmationRequest } from "../../tools/tool-outcome.ts";
import type { Signer } from "../../workflow/signer.ts";
import { userOf } from "./mcp-caller.ts";

/** What a client hands back with a person's answers. Signed, and readable by the client: nothing secret stands in it. */
export type RequestState =
  /** One call of a tool that waits for a person. */
  | {
      readonly kind: "call";
      /** The process that asked: its memory says whether the call was made. */
      readonly process: string;
      readonly callId: string;
      readonly tool: string;
      /** What a person is asked now; absent where the tool itself asks the client. */
      readonly asked?: AskedQuestion;
      /** What the tool gave along with its own questions. */
      readonly given?: JsonValue;
      /** What was answered before, by the hash of what was asked. */
      readonly words: Readonly<Record<string, Confirmation>>;
      /** How often the question was answered with what decides nothing. @default 0 */
      readonly misread?: number;
      /** In ms since 1970. */
      readonly until: number;
    }
  /** A prompt that asks the client. */
  | { readonly kind: "prompt"; readonly prompt: string; readonly given?: JsonValue }
  /** A run that waits for decisions. */
  | { readonly kind: "run"; readonly workflow: string; readonly thread: string; readonly approvals: readonly string[] };

/** A question, bound to exactly these arguments or words. */
export type AskedQuestion = Pick<ConfirmationRequest, "inputHash" | "kind">;

/** A decision is not used when it is older. */
const lifetimeSeconds = 86_400;

/**
 * Signs what a client keeps for us. It is bound to the user and the method, and holds for a day: after a restart too,
 * where the project has a signing key.
 */
export function createRequestState(signer: Signer | undefined): RequestStateCodec<RequestState> {
  return createRequestStateCodec<RequestState>({
    key: signer ? signer.sign("sopwith mcp request state") : randomBytes(32).toString("base64url"),
    ttlSeconds: lifetimeSeconds,
    bind: (context: ServerContext) => `${context.mcpReq.method}\0${userOf(context) ?? ""}`,
  });
}
