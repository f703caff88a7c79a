import type { KnownTools } from "../skills/known-tools.ts";
import { argumentNames } from "../tools/argument-names.ts";
import type { AnyTool } from "../tools/tool.ts";
import type { Project } from "./open-project.ts";

/**
 * The tools of a project's config and of all its workflows, as skills are checked against them. Workflows that do not load
 * bring none. Of servers that are not there any tool is expected.
 *
 * @throws `TOOL_MODULE`, `TOOL_REGISTRY`
 */
export async function knownToolsOf(project: Project): Promise<KnownTools> {
  const registry = await project.tools();
  const found: AnyTool[] = [...registry.list()];
  const { workflows } = await project.workflows();
  for (const { workflow } of workflows) found.push(...(await project.tools(workflow)).list());
  return { ...toKnownTools(found), isExpected: (name) => registry.expected(name) !== undefined };
}

/** Where two tools share a name, the arguments of both are known. */
export function toKnownTools(tools: readonly AnyTool[]): KnownTools {
  const byName = new Map<string, readonly string[] | undefined>();
  for (const tool of new Set(tools)) {
    const keys = argumentNames(tool);
    const before = byName.get(tool.name);
    const both =
      keys === undefined || (byName.has(tool.name) && before === undefined) ? undefined : [...(before ?? []), ...keys];
    for (const name of [tool.name, ...tool.aliases.map((alias) => alias.name)]) byName.set(name, both);
  }
  return { names: [...byName.keys()], argumentsOf: (name) => byName.get(name) };
}
