import type { Awaitable } from "../../base/awaitable.ts";
import type { JsonObject } from "../../base/json.ts";
import type { McpServerConfig } from "../mcp-server-config.ts";

/** A tool as a server lists it, before anything is mended; what is not of the expected type is absent. */
export interface ListedTool {
  /** The server's own name. */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema?: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: JsonObject;
}

/** `accepted`: as it was when somebody agreed. `new`: nobody has yet. `changed`: it is not what was agreed to. */
export type PinVerdict = "accepted" | "new" | "changed";

/** Whether a server may be started or reached. */
export type StartVerdict =
  | { readonly allowed: true }
  /** `reason` is a sentence for people that says what to do. */
  | { readonly allowed: false; readonly reason: string };

/** Says which servers may start and which of their tools may be called. Asked again at every start and every list. */
export interface McpTrust {
  mayStart(server: string, config: McpServerConfig): Awaitable<StartVerdict>;
  /** By the server's own names; a tool that the answer leaves out counts as `new`. */
  judge(server: string, tools: readonly ListedTool[]): Awaitable<ReadonlyMap<string, PinVerdict>>;
}
