import type { Project } from "../project/open-project.ts";
import { forgetSwitch, writeSwitch } from "../project/toolset-switches.ts";
import { toolsetUnknown } from "../tools/tools-errors.ts";
import type { AnyTool } from "../tools/tool.ts";
import { EXIT } from "./exit-code.ts";
import type { Terminal } from "./terminal.ts";

/** `sopwith tools enable` and `disable`: switches a toolset for all runs of the project, those that are open included. */
export async function switchToolset(
  project: Project,
  tools: readonly AnyTool[],
  { toolset, enabled, terminal }: { readonly toolset: string; readonly enabled: boolean; readonly terminal: Terminal },
): Promise<number> {
  const members = tools.filter((tool) => tool.toolset === toolset);
  if (members.length === 0) {
    if (!enabled || !(await forgetSwitch(project.folder, toolset)))
      throw toolsetUnknown(toolset, [...new Set(tools.map((tool) => tool.toolset))].toSorted());
    terminal.write(`No tool belongs to the toolset ${toolset} any more; .sopwith/toolsets.json has forgotten it.\n`);
    return EXIT.completed;
  }
  await writeSwitch(project.folder, toolset, enabled);
  const names = [...new Set(members.map((tool) => tool.name))].join(", ");
  terminal.write(`The toolset ${toolset} is ${enabled ? "on" : "off"} now: ${names}.\n`);
  return EXIT.completed;
}
