import type { Awaitable } from "../../base/awaitable.ts";
import type { ToolContext } from "../../tools/tool.ts";
import type { McpServerConfig } from "../mcp-server-config.ts";
import type { McpQuestion, McpQuestionAnswer } from "./mcp-question.ts";
import type { McpSample, McpSampleRequest } from "./mcp-sampling.ts";

/** A call that a server works on now. */
export interface CallInFlight {
  /** By its name in the registry. */
  readonly tool: string;
  readonly context: ToolContext;
  /** Set when the server asked in the middle and the answer is not there yet: thrown when the server has let go. */
  pending?: Error;
}

/** Where the answers come from that a server asks for. */
export interface InputSource {
  readonly server: string;
  readonly config: McpServerConfig;
  /** Servers of the old era do not say in which call they ask. */
  readonly inFlight: Set<CallInFlight>;
  readonly onQuestion?: ((question: McpQuestion) => Awaitable<McpQuestionAnswer>) | undefined;
  readonly onSample?: ((request: McpSampleRequest) => Awaitable<McpSample>) | undefined;
  /** A warning for people. */
  warn(message: string): void;
}
