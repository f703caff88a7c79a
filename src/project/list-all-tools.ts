import type { Diagnostic } from "../base/errors.ts";
import type { ToolRegistry } from "../tools/tool-registry.ts";
import type { AnyTool } from "../tools/tool.ts";
import type { Project } from "./open-project.ts";

/** A tool and those who bring it. */
export interface ToolOwners {
  readonly tool: AnyTool;
  /** False while it or its toolset is off. */
  readonly enabled: boolean;
  /** What models are told in place of its description, where operators say so. */
  readonly said?: string;
  /** `config`, names of workflows, `mcp <server>`. */
  readonly owners: readonly string[];
}

/** All tools of a project, by name. */
export interface AllTools {
  readonly tools: readonly ToolOwners[];
  /** Workflow files that cannot be loaded, so that their tools are not among these. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The tools of the config, of every workflow and of the MCP servers, which are started for it. Two workflows may bring
 * different tools of one name; both are listed then.
 * @throws what `project.tools` throws
 */
export async function listAllTools(project: Project): Promise<AllTools> {
  const owners = new Map<AnyTool, string[]>();
  const off = new Set<AnyTool>();
  const add = (registry: ToolRegistry, tools: readonly AnyTool[], owner: string): void => {
    for (const tool of tools) {
      const brought = registry.ownerOf(tool.name)?.startsWith("MCP ") ? `mcp ${tool.toolset}` : owner;
      owners.set(tool, [...(owners.get(tool) ?? []), brought]);
      if (!registry.isEnabled(tool)) off.add(tool);
    }
  };
  const config = await project.tools();
  const own = config.list();
  add(config, own, "config");
  const { workflows, diagnostics } = await project.workflows();
  for (const { workflow } of workflows) {
    const registry = await project.tools(workflow);
    add(
      registry,
      registry.list().filter((tool) => !own.includes(tool)),
      workflow.name,
    );
  }
  const tools = [...owners]
    .map(([tool, names]) => {
      const said = config.descriptionOf(tool);
      return { tool, owners: names, enabled: !off.has(tool), ...(said !== undefined && { said }) };
    })
    .toSorted((a, b) => (a.tool.name < b.tool.name ? -1 : 1));
  return { tools, diagnostics };
}
