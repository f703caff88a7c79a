import { defineTool } from "../../tools/define-tool.ts";
import { toolError } from "../../tools/tool-error.ts";
import type { AnyTool } from "../../tools/tool.ts";

/**
 * Stands for a tool to which others fall back and which its server does not offer now. No model is told of it, and a call
 * is answered with `unavailable`.
 */
export function absentTool(name: string): AnyTool {
  return defineTool({
    name,
    category: "mcp",
    description: "The server does not offer this tool now.",
    effect: "read",
    inputSchema: { type: "object", additionalProperties: true },
    available: { check: () => false },
    run: () => {
      throw toolError({
        code: "MCP_UNAVAILABLE",
        message: "The server does not offer this tool now.",
        effect: "none",
        retryable: false,
      });
    },
  });
}
