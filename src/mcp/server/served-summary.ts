import type { McpServed } from "./mcp-served.ts";
import type { ServedProject } from "./served-project.ts";
import { servedTools } from "./served-tools.ts";

/** How much is served, for people. */
export function summaryOf(served: ServedProject): McpServed["summary"] {
  const nobody = { user: undefined, client: "unknown", asks: false };
  return {
    tools: servedTools(served, nobody).length,
    workflows: served.runs.workflows.length,
    skills: served.skills?.list().length ?? 0,
  };
}
