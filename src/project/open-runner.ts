import { relative, resolve } from "node:path";
import type { SopwithError } from "../base/errors.ts";
import type { ChatModel } from "../model/model.ts";
import type { Rehearsal } from "../model/rehearsal.ts";
import type { SkillLibrary } from "../skills/skill-library.ts";
import type { ToolRegistry } from "../tools/tool-registry.ts";
import type { AnyTool, Locale } from "../tools/tool.ts";
import type { SkillSource, WorkflowParts } from "../workflow/run-context.ts";
import type { Runner } from "../workflow/runner.ts";
import type { RunLimits } from "../workflow/run-limits.ts";
import type { StateSchema, Workflow } from "../workflow/workflow.ts";
import type { WorkflowFile } from "./discover-workflows.ts";
import { loadRehearsal, rehearsalFolder } from "./find-rehearsal.ts";
import type { LimitsConfig } from "./define-config.ts";
import type { Project } from "./open-project.ts";
import type { Governance } from "../workflow/governance.ts";
import { openGovernedStore } from "./open-governed-store.ts";
import { modelNotSet } from "./project-errors.ts";
import type { ProjectRegistry } from "./registry/project-registry.ts";
import type { FillOptions } from "./servers/fill-registry.ts";
import type { ProjectServers } from "./servers/project-servers.ts";
import { rehearsedFaults, rehearsedModel } from "./rehearsed-parts.ts";

/** What plays the model, and for which run. */
export interface OpenRunnerOptions {
  /** The rehearsal that plays the model, or its file; without one the model of the settings is asked. */
  readonly rehearsal?: string | Rehearsal | undefined;
  /** Tools in place of the project's, one for one. @default they stay as they are */
  readonly adaptTools?: (tools: readonly AnyTool[]) => readonly AnyTool[];
  /** The run that goes on, if one does: faults it has met are not met again. */
  readonly run?: string | undefined;
  /** For work on a run that asks no model, such as ending it: then none needs to be set. */
  readonly asksNoModel?: boolean;
  /** @default the config's */
  readonly locale?: Locale | undefined;
  /** What the process does, such as `run order`: then its tools are shown to others. @default they are not */
  readonly work?: string;
}

/** A runner of one workflow with all its parts, until it is closed. */
export interface OpenedRunner {
  readonly runner: Runner<StateSchema>;
  readonly workflow: Workflow;
  readonly rehearsal: Rehearsal | undefined;
  /** The rehearsal's file as it is stored with a run: from the project's folder. */
  readonly rehearsalPath: string | undefined;
  /** What the rehearsal had in store and nobody asked for, one sentence each. */
  unusedTurns(): readonly string[];
  /** The first request of the model's that the rehearsal has no turn for. */
  mismatch(): SopwithError | undefined;
  /** Stops the rehearsal's server. The project stays open. */
  close(): Promise<void>;
}

/**
 * Makes a runner for a workflow of the project, with the model or with the rehearsal that plays it.
 *
 * @throws `MODEL_NOT_SET`, `TOOL_REGISTRY`, `TOOL_MODULE`, and what {@link loadRehearsal} throws
 */
export async function openRunner(
  project: Project,
  found: WorkflowFile,
  options: OpenRunnerOptions = {},
): Promise<OpenedRunner> {
  const rehearsal = await readRehearsal(project, found, options.rehearsal);
  const [registry, { createRunner }, skills, { store, governance }] = await Promise.all([
    // First, since MCP servers that start take longest.
    project.tools(found.workflow, options.asksNoModel === true ? { servers: [] } : {}),
    import("../workflow/runner.ts"),
    project.skills(),
    openGovernedStore(project),
  ]);
  const played = { store, run: options.run };
  const faults = rehearsal && (await rehearsedFaults(rehearsal, played));
  const adapt = (tools: readonly AnyTool[]): readonly AnyTool[] => {
    const own = options.adaptTools?.(tools) ?? tools;
    return faults?.(own) ?? own;
  };
  const operators = await project.registry();
  const { registered, tools, live, end } = await runnerTools(project, found, { registry, operators, adapt });
  if (options.work !== undefined) await operators.publish(options.work, () => registered.list());
  const workflow = withTools(
    { ...found.workflow, limits: tightenLimits(found.workflow.limits, project.settings.limits) },
    tools,
  );
  const rehearsed = rehearsal && (await rehearsedModel(rehearsal, played));
  const model = rehearsed?.model ?? (await realModel(project, found, options.asksNoModel));
  const runner = createRunner({
    workflow,
    tools: registered,
    skills: rehearsal ? byWordsAlone(skills) : skills,
    model,
    store,
    governance: await withLoads(governance, rehearsal ? undefined : project),
    locale: options.locale ?? project.settings.locale,
    ...live,
  });
  return {
    runner,
    workflow,
    rehearsal,
    rehearsalPath: rehearsal && relative(project.folder, rehearsal.file),
    mismatch: () => rehearsed?.mismatch(),
    unusedTurns: () => rehearsed?.unused() ?? [],
    close: async () => {
      end();
      await rehearsed?.close();
    },
  };
}

/** Real runs share breakers with other processes. What a rehearsal plays is nobody else's business: it has loads of its own. */
async function withLoads(governance: Governance, real: Project | undefined): Promise<Governance> {
  if (real) {
    await real.shareBreakers();
    return governance;
  }
  const { createToolLoads } = await import("../tools/gateway/tool-loads.ts");
  return { ...governance, loads: createToolLoads() };
}

/** What becomes of MCP servers in the middle of a run. */
function serverNews(servers: ProjectServers): NonNullable<WorkflowParts["followNews"]> {
  return (tell) =>
    servers.follow(({ server, level, message }) => tell({ level, message: `MCP server ${server}: ${message}` }));
}

interface RunnerTools {
  readonly registered: ToolRegistry;
  readonly tools: readonly AnyTool[];
  /** What changes around a run. */
  readonly live: Pick<WorkflowParts, "beforeRun" | "followNews">;
  readonly end: () => void;
}

/** A rehearsal asks no server, and shows a router the same list on every machine. */
function byWordsAlone(skills: SkillLibrary): SkillSource {
  return { ...skills, search: (query, limit, how) => skills.search(query, limit, { ...how, byMeaning: false }) };
}

/** The registry of a runner, in which adapted tools stand in place of the project's; those of servers are followed. */
async function runnerTools(
  project: Project,
  { workflow }: WorkflowFile,
  parts: { readonly registry: ToolRegistry; readonly operators: ProjectRegistry } & Required<
    Pick<FillOptions, "adapt">
  >,
): Promise<RunnerTools> {
  const { registry, operators, adapt } = parts;
  const [{ createToolRegistry }, { fillRegistry, followServers, serverOwner }] = await Promise.all([
    import("../tools/tool-registry.ts"),
    import("./servers/fill-registry.ts"),
  ]);
  const servers = await project.servers();
  const { names, disabled } = servers;
  const owners = new Set(names.map(serverOwner));
  const tools = adapt(registry.list().filter(({ name }) => !owners.has(registry.ownerOf(name) ?? "")));
  const registered = createToolRegistry();
  const filled = { names, disabled, servers: new Map(servers.opened()), absent: servers.absent(), own: tools, adapt };
  fillRegistry(registered, filled, () => registered.add(tools, `workflow "${workflow.name}"`));
  const ends = [followServers(registered, filled), operators.follow(registered)];
  const live = { beforeRun: operators.beforeRun, followNews: serverNews(servers) };
  return { registered, tools, live, end: () => ends.forEach((end) => end()) };
}

async function readRehearsal(
  project: Project,
  found: WorkflowFile,
  asked: OpenRunnerOptions["rehearsal"],
): Promise<Rehearsal | undefined> {
  if (typeof asked !== "string") return asked;
  return loadRehearsal(resolve(project.folder, asked), found.workflow.name);
}

/** The workflow with these tools in place of those of the same names that it and its sub-workflows bring. */
function withTools(workflow: Workflow, tools: readonly AnyTool[]): Workflow {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const swap = (brought: readonly AnyTool[]): readonly AnyTool[] =>
    brought.map((tool) => byName.get(tool.name) ?? tool);
  const nodes = Object.entries(workflow.nodes).map(([name, node]) => [
    name,
    node.brings ? { ...node, brings: swap(node.brings) } : node,
  ]);
  return { ...workflow, tools: swap(workflow.tools), nodes: Object.fromEntries(nodes) as Workflow["nodes"] };
}

/** The model of the settings. A workflow that asks none can do without. */
async function realModel(project: Project, found: WorkflowFile, asksNoModel = false): Promise<ChatModel> {
  if (project.model) return (await import("../model/chat-model.ts")).createChatModel(project.model);
  const missing = modelNotSet(found.workflow.name, relative(project.folder, rehearsalFolder(found.file)));
  const asks = Object.values(found.workflow.nodes).some((node) => node.kind === "skill" || node.kind === "router");
  if (asks && !asksNoModel) throw missing;
  return { name: "none", respond: () => Promise.reject(missing) };
}

/** The lower of both bounds, key by key. */
function tightenLimits(own: RunLimits, limits: LimitsConfig): RunLimits {
  // What the process may have in flight is no bound of one run.
  const { maxInFlight: _maxInFlight, ...bounds } = limits;
  const tightened: Record<string, number> = { ...own };
  for (const [key, bound] of Object.entries(bounds)) tightened[key] = Math.min(tightened[key] ?? Infinity, bound);
  return tightened as { [Key in keyof RunLimits]: NonNullable<RunLimits[Key]> };
}
