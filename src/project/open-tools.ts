import { joinNames } from "../base/names.ts";
import type { SkillLibrary } from "../skills/skill-library.ts";
import type { ToolRegistry } from "../tools/tool-registry.ts";
import type { ToolAdjustments } from "../tools/tool-adjustments.ts";
import type { ToolRoute } from "../tools/tool-route.ts";
import type { AnyTool } from "../tools/tool.ts";
import type { Workflow } from "../workflow/workflow.ts";
import type { FillOptions } from "./servers/fill-registry.ts";
import type { ProjectServers, ProjectServersParts } from "./servers/project-servers.ts";

/** What a project says about its tools. */
export interface ToolSettings {
  /** Those of the config's modules. */
  readonly tools: readonly AnyTool[];
  /** The config's, which must lead somewhere. */
  readonly routes: readonly ToolRoute[];
  /** The config's, which must name toolsets that are there. */
  readonly configSwitches: Readonly<Record<string, boolean>>;
  readonly configFile: string | undefined;
  /** All that holds, operators' words included: those may outlive their tools, and a tool that comes back is as it was left. */
  readonly adjustments: ToolAdjustments;
  /** Names of the toolsets of all workflows; asked only when the config names one that is not here. */
  readonly allToolsets: () => Promise<ReadonlySet<string>>;
}

/** Which tools of a project are asked for. */
export interface ProjectToolsOptions {
  /**
   * The MCP servers that are started for it.
   * @default with a workflow those that it can reach, without one all
   */
  readonly servers?: readonly string[];
}

/** Where the tools of a project come from. */
export interface ProjectToolParts {
  readonly settings: ToolSettings;
  readonly servers: ProjectServers;
  readonly skills: () => Promise<SkillLibrary>;
}

/**
 * The tools of a project for a workflow, with those of the servers that it can reach, or of those that are named.
 * @throws `TOOL_REGISTRY` also for routes that lead nowhere, `TOOLSET_UNKNOWN`, `MCP_REQUIRED`, `MCP_SERVERS_FILE`
 */
export async function openProjectTools(
  { settings, servers, skills }: ProjectToolParts,
  workflow: Workflow | undefined,
  { servers: wanted, onNotice }: ProjectToolsOptions & Pick<ProjectServersParts, "onNotice">,
): Promise<ToolRegistry> {
  const { names, disabled } = servers;
  if (names.length > 0) await servers.open(wanted ?? (await serversFor(workflow, { settings, servers, skills })));
  const onClash: FillOptions["onClash"] = (server, tools) =>
    onNotice?.({
      server,
      level: "warning",
      message: `It has tools that the project has too, so they are left out: ${joinNames(tools)}.`,
    });
  return openTools(settings, workflow, {
    names,
    disabled,
    servers: servers.opened(),
    absent: servers.absent(),
    onClash,
  });
}

async function serversFor(workflow: Workflow | undefined, parts: ProjectToolParts): Promise<readonly string[]> {
  const { settings, servers, skills } = parts;
  if (!workflow) return servers.names;
  const [{ reachedServers }, { workflowTools }] = await Promise.all([
    import("./servers/reached-servers.ts"),
    import("../workflow/collect-tools.ts"),
  ]);
  const tools = [...settings.tools, ...workflowTools(workflow)];
  return reachedServers({ servers: servers.names, workflow, tools, routes: settings.adjustments.routes, skills });
}

/** Servers whose tools are taken too, and who is told of names that are taken already. */
export type ToolServers = Omit<FillOptions, "own" | "adapt">;

/**
 * A registry with the config's tools, the workflow's and those of servers, its routes set and its toolsets switched.
 * @throws `TOOL_REGISTRY` also for routes that lead nowhere, `TOOLSET_UNKNOWN` for a switch of the config that no tool belongs to
 */
async function openTools(
  settings: ToolSettings,
  workflow: Workflow | undefined,
  servers: ToolServers,
): Promise<ToolRegistry> {
  const [{ createToolRegistry }, { workflowRegistry, workflowTools }, { fillRegistry }] = await Promise.all([
    import("../tools/tool-registry.ts"),
    import("../workflow/collect-tools.ts"),
    import("./servers/fill-registry.ts"),
  ]);
  const { tools, adjustments } = settings;
  const registry = createToolRegistry();
  registry.adjust(adjustments);
  const own = [...tools, ...(workflow ? workflowTools(workflow) : [])];
  fillRegistry(registry, { ...servers, own }, () => {
    registry.add(tools, "the config");
    if (workflow) workflowRegistry(workflow, registry);
  });
  await checkRegistry(registry, settings, servers.names);
  return registry;
}

async function checkRegistry(
  registry: ToolRegistry,
  { routes, configSwitches, configFile, allToolsets }: ToolSettings,
  servers: readonly string[],
): Promise<void> {
  const [{ toolRegistryError, toolsetUnknown }, { routeTargetFaults }] = await Promise.all([
    import("../tools/tools-errors.ts"),
    import("../tools/route-faults.ts"),
  ]);
  // A route to a tool that a server does not offer now leads somewhere when it does.
  const fixed = routes.filter(({ to }) => to === undefined || !servers.includes(to.split("/", 1)[0]!));
  const faults = routeTargetFaults(fixed, registry.list());
  if (faults.length > 0) throw toolRegistryError("the config's routes", faults);
  const here = new Set([...registry.toolsets().map((set) => set.name), ...servers]);
  const strange = Object.keys(configSwitches).filter((name) => !here.has(name));
  if (strange.length === 0) return;
  const everywhere = await allToolsets();
  const unknown = strange.find((name) => !everywhere.has(name));
  if (unknown !== undefined)
    throw toolsetUnknown(unknown, [...new Set([...here, ...everywhere])].toSorted(), configFile);
}
