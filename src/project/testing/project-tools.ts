import type { AnyTool } from "../../tools/tool.ts";
import type { ToolRegistry } from "../../tools/tool-registry.ts";
import type { Workflow } from "../../workflow/workflow.ts";

/** A project, as far as its tools go. */
export interface ToolsByWorkflow {
  /** Those of the config, or those that a workflow meets. */
  tools(workflow?: Workflow): Promise<ToolRegistry>;
  workflows(): Promise<{ readonly workflows: readonly { readonly workflow: Workflow }[] }>;
}

/**
 * Every tool that a skill of the project could meet: the config's, then those of the workflows in order of their names.
 * Of two tools of one name and version the first is taken. Workflows that do not load bring none.
 */
export async function projectTools(project: ToolsByWorkflow): Promise<readonly AnyTool[]> {
  const tools = new Map<string, AnyTool>();
  const add = (found: readonly AnyTool[]): void => {
    for (const tool of found) {
      const key = `${tool.name}@${tool.version}`;
      if (!tools.has(key)) tools.set(key, tool);
    }
  };
  add((await project.tools()).list());
  const { workflows } = await project.workflows();
  for (const { workflow } of workflows) add((await project.tools(workflow)).list());
  return [...tools.values()];
}
