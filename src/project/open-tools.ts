import type { ToolRegistry } from "../tools/tool-registry.ts";
import type { ToolRoute } from "../tools/tool-route.ts";
import type { AnyTool } from "../tools/tool.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { disabledToolsets, type ToolsetSwitches } from "./toolset-switches.ts";

/** What a project says about its tools. */
export interface ToolSettings {
  /** Those of the config's modules. */
  readonly tools: readonly AnyTool[];
  readonly routes: readonly ToolRoute[];
  /** The config's, which must name toolsets that are there. */
  readonly configSwitches: ToolsetSwitches;
  readonly configFile: string | undefined;
  /** All of them. Those set by command may outlive their toolset; one that comes back is as it was left. */
  readonly switches: ToolsetSwitches;
  /** Names of the toolsets of all workflows; asked only when the config names one that is not here. */
  readonly allToolsets: () => Promise<ReadonlySet<string>>;
}

/**
 * A registry with the config's tools and the workflow's, its routes set and its toolsets switched.
 * @throws `TOOL_REGISTRY` also for routes that lead nowhere, `TOOLSET_UNKNOWN` for a switch of the config that no tool belongs to
 */
export async function openTools(settings: ToolSettings, workflow: Workflow | undefined): Promise<ToolRegistry> {
  const [{ createToolRegistry }, { workflowRegistry }, { toolRegistryError, toolsetUnknown }] = await Promise.all([
    import("../tools/tool-registry.ts"),
    import("../workflow/collect-tools.ts"),
    import("../tools/tools-errors.ts"),
  ]);
  const { tools, routes, switches } = settings;
  const registry = createToolRegistry({
    tools,
    owner: "the config",
    routes,
    disabledToolsets: disabledToolsets(switches),
  });
  if (workflow) workflowRegistry(workflow, registry);
  const faults = registry.openFaults();
  if (faults.length > 0) throw toolRegistryError("the config's routes", faults);
  const here = new Set(registry.toolsets().map((set) => set.name));
  const strange = Object.keys(settings.configSwitches).filter((name) => !here.has(name));
  if (strange.length === 0) return registry;
  const everywhere = await settings.allToolsets();
  const unknown = strange.find((name) => !everywhere.has(name));
  if (unknown !== undefined)
    throw toolsetUnknown(unknown, [...new Set([...here, ...everywhere])].toSorted(), settings.configFile);
  return registry;
}
