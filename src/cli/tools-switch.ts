import type { Project } from "../project/open-project.ts";
import type { RegistryEdit } from "../project/registry/registry-edit.ts";
import type { AnyTool } from "../tools/tool.ts";
import type { CommandArguments } from "./command.ts";
import { changeRegistry } from "./change-registry.ts";
import type { Terminal } from "./terminal.ts";

/** `sopwith tools enable` and `disable`: switches a toolset, or one tool, in all processes of the project. */
export async function switchTools(
  project: Project,
  tools: readonly AnyTool[],
  { args, terminal }: { readonly args: CommandArguments; readonly terminal: Terminal },
): Promise<number> {
  const [sub, name = ""] = args.words;
  const enabled = sub === "enable";
  const state = enabled ? "on" : "off";
  if (name.includes("/"))
    return changeRegistry(
      project,
      { kind: "tool", name, enabled },
      { args, terminal, done: `The tool ${name} is ${state} now.` },
    );
  const members = [...new Set(tools.filter((tool) => tool.toolset === name).map((tool) => tool.name))];
  const { content } = (await project.registry()).view();
  const isGone = members.length === 0 && enabled && Object.hasOwn(content.toolsets, name);
  const edit: RegistryEdit = isGone ? { kind: "toolset", name } : { kind: "toolset", name, enabled };
  const done = isGone
    ? `No tool belongs to the toolset ${name} any more; the registry has forgotten it.`
    : `The toolset ${name} is ${state} now: ${members.join(", ")}.`;
  return changeRegistry(project, edit, { args, terminal, done });
}
