import { isSopwithError } from "../base/errors.ts";
import type { ToolRegistry } from "../tools/tool-registry.ts";
import { workflowTools } from "../workflow/collect-tools.ts";
import type { Project } from "./open-project.ts";
import { followServers } from "./servers/fill-registry.ts";

/** The tools that a project serves to others. */
export interface ServedTools {
  readonly registry: ToolRegistry;
  /** Ends the following of MCP servers and operators. */
  readonly end: () => void;
}

/**
 * A registry with the tools of the config, of all workflows, and of the MCP servers that the patterns reach. Of two
 * workflows' tools of one name the first is taken.
 */
export async function openServedTools(project: Project, patterns: readonly string[]): Promise<ServedTools> {
  const all = await project.servers();
  const { names, disabled } = all;
  const namespaces = new Set(patterns.map((pattern) => pattern.split("/", 1)[0]));
  const servers = names.filter((name) => namespaces.has("*") || namespaces.has(name));
  const registry = await project.tools(undefined, { servers });
  const { workflows } = await project.workflows();
  for (const { workflow } of workflows) {
    try {
      registry.add(workflowTools(workflow), `workflow "${workflow.name}"`);
    } catch (error) {
      // Another workflow has a tool of the name, or of its fallback's; this one's runs have their own.
      if (!isSopwithError(error, "TOOL_REGISTRY")) throw error;
    }
  }
  const own = registry.list().filter((tool) => !names.includes(tool.toolset));
  const operators = await project.registry();
  const ends = [
    followServers(registry, { names, disabled, servers: new Map(all.opened()), absent: all.absent(), own }),
    operators.follow(registry),
  ];
  await operators.publish("mcp serve", () => registry.list());
  return { registry, end: () => ends.forEach((end) => end()) };
}
