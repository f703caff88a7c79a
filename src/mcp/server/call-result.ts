import type { CallToolResult } from "@modelcontextprotocol/server";
import { isPlainObject } from "../../base/json.ts";
import { toOutcomeMessage } from "../../tools/outcome-message.ts";
import { toOutputSchema } from "../../tools/output-schema.ts";
import type { ToolOutcome } from "../../tools/tool-outcome.ts";
import type { AnyTool, Locale } from "../../tools/tool.ts";
import { isContentOutput, toContentBlocks } from "./content-blocks.ts";
import { hidePaths } from "./hide-paths.ts";

/** Texts are cut here. A client that reads lines gives up at 10 MB. */
const longestText = 1_000_000;

/** How an outcome is told. */
export interface CallResultOptions {
  readonly tool: AnyTool | undefined;
  /** The name by which the client knows the tool. */
  readonly name: string;
  readonly locale: Locale;
}

/** How a call ended, in MCP's form. What is not `ok` is an error that the client's model reads, never a protocol error. */
export function toCallResult(outcome: ToolOutcome, { tool, name, locale }: CallResultOptions): CallToolResult {
  const shown = { ...outcome, tool: name };
  const text = toOutcomeMessage(shown, locale, { maxLength: longestText });
  if (outcome.status !== "ok") return errorResult(hidePaths(text));
  // It happened, and the answer is not what was promised: a client would throw it away.
  if (outcome.outputProblem !== undefined) return errorResult(text);
  const { output } = outcome;
  const promised = tool !== undefined && toOutputSchema(tool) !== undefined;
  if (isStructured(output)) return { content: [{ type: "text", text }], structuredContent: output.structured };
  if (isContentOutput(output)) {
    const data = output.structuredContent ?? output.structured ?? (promised ? output : undefined);
    return { content: toContentBlocks(output), ...(isPlainObject(data) && { structuredContent: data }) };
  }
  return {
    content: [{ type: "text", text }],
    // An object of another MCP server's tool was data there.
    ...((promised || tool?.category === "mcp") && isPlainObject(output) && { structuredContent: output }),
  };
}

/** Data of a server behind ours, with words on what is wrong with its answer beside them. */
function isStructured(output: unknown): output is { readonly structured: Record<string, unknown> } {
  return isPlainObject(output) && isPlainObject(output["structured"]) && output["content"] === undefined;
}

/** A failure that the client's model reads. */
export function errorResult(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}
