import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { OAuthPage } from "../mcp/client/oauth-parts.ts";
import type { McpNotice } from "../mcp/client/mcp-servers.ts";
import type { SkillLibrary } from "../skills/skill-library.ts";
import type { RunStore } from "../store/run-store.ts";
import type { AnyTool } from "../tools/tool.ts";
import type { ToolRegistry } from "../tools/tool-registry.ts";
import type { Governance } from "../workflow/governance.ts";
import { openDebug } from "./open-debug.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { discoverWorkflows, findWorkflow, type WorkflowCatalogue, type WorkflowFile } from "./discover-workflows.ts";
import { findProjectRoot, type ProjectRoot } from "./find-project-root.ts";
import { loadConfig, type ProjectSettings } from "./load-config.ts";
import { loadEnv } from "./load-env.ts";
import { loadToolModules } from "./load-tool-modules.ts";
import { matchFiles } from "./match-files.ts";
import { type ModelSettings, toModelSettings } from "./model-settings.ts";
import type { openGovernance } from "./open-governance.ts";
import type { ProjectToolsOptions, ToolSettings } from "./open-tools.ts";
import type { ProjectRegistry } from "./registry/project-registry.ts";
import type { BreakersNotice, ShareBreakersParts, SharedBreakersLink } from "./share-breakers.ts";
import type { ProjectServers, ProjectServersParts } from "./servers/project-servers.ts";

/** Where a project's parts meet. Each part is made when it is first asked for, and once. */
export interface Project {
  readonly folder: string;
  readonly configFile: string | undefined;
  readonly settings: ProjectSettings;
  /** Absent without `OPENAI_API_KEY`: then rehearsals play the model. */
  readonly model: ModelSettings | undefined;
  workflowFiles(): Promise<readonly string[]>;
  /** Loads every workflow file. */
  workflows(): Promise<WorkflowCatalogue>;
  /** @throws `WORKFLOW_NOT_FOUND` with the nearest names, `WORKFLOW_FILE` when its file is broken */
  workflow(name: string): Promise<WorkflowFile>;
  /**
   * A registry of its own for each call: the config's tools, the workflow's, and those of MCP servers as they are now.
   * @throws `TOOL_MODULE`, `TOOL_REGISTRY`, `TOOLSET_UNKNOWN`, and what `registry` throws
   */
  tools(workflow?: Workflow, options?: ProjectToolsOptions): Promise<ToolRegistry>;
  /**
   * What operators decided about the tools, pulled from the store once; it goes on from a copy where that cannot be read.
   * @throws `TOOLSET_FILE`, and the store's error where there is no copy either
   */
  registry(): Promise<ProjectRegistry>;
  /** The MCP servers, none of them started by this. @throws `MCP_SERVERS_FILE` */
  servers(): Promise<ProjectServers>;
  /**
   * The policies, secrets and signing key that hold for all runs. The key's file is made when a decision is first signed.
   * @throws `SECRET_NOT_SET`
   */
  governance(): Promise<Governance>;
  /**
   * Shares the breakers of this process with others as the config says, for real calls; `undefined` where it says nothing.
   * @throws `BREAKERS_SHARE`, `REDIS_MISSING`
   */
  shareBreakers(): Promise<SharedBreakersLink | undefined>;
  /** The library, with its index loaded. */
  skills(): Promise<SkillLibrary>;
  /** The store; its file is made if there is none. */
  store(): Promise<RunStore>;
  /** The store for those who only look: an empty one where no run was ever started, so that looking makes no file. */
  readStore(): Promise<RunStore>;
  /** Closes the store, the MCP servers and what is shared, as far as they were opened. */
  close(): Promise<void>;
}

/** How a project is opened. */
export interface OpenProjectOptions {
  /** @default process.cwd() */
  readonly cwd?: string;
  /** Its config, whatever its name; its folder is the project's. @default searched from `cwd` upwards */
  readonly configFile?: string;
  /** Where the model's settings are read from. @default process.env, with the project's `.env` */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** In place of the config's. The project does not close it. */
  readonly store?: RunStore;
  /** Keeps the skills' texts in memory, so that they can be watched and a broken one goes on. @default false */
  readonly holdSkills?: boolean;
  /** Told of what people should know of MCP servers. @default nobody is told */
  readonly onNotice?: (notice: McpNotice) => void;
  /** Told when the registry falls behind its store, and when it is no longer; not of what a run's events say. @default nobody is told */
  readonly onRegistryNotice?: (message: string) => void;
  /** Told when breakers can no longer be shared, and when they can again. @default nobody is told */
  readonly onBreakersNotice?: (notice: BreakersNotice) => void;
  /** Shows a person the page on which they sign in at an MCP server. @default nobody is there to sign in */
  readonly openPage?: (page: OAuthPage) => void;
  /** True where a person waits: a server that is fetched first, or at which they sign in, gets more time. @default false */
  readonly patient?: boolean;
}

/**
 * Opens the project that `cwd` is in: reads its config and `.env`, and nothing else yet.
 *
 * @throws `CONFIG_INVALID`, `ENV_UNREADABLE`
 */
export async function openProject(options: OpenProjectOptions = {}): Promise<Project> {
  const root = rootOf(options);
  if (options.env === undefined) loadEnv(root.folder);
  const settings = await loadConfig(root);
  const env = options.env ?? process.env;
  const workflowFiles = once(() => matchFiles(settings.workflows, root.folder));
  const workflows = once(async () => discoverWorkflows(await workflowFiles.get()));
  const configTools = once(async () => loadToolModules(await matchFiles(settings.tools, root.folder)));
  const skills = once(() => openSkills(settings, root.folder, { ...options, env, servers: servers.get }));
  const store = once(() => (options.store ? Promise.resolve(options.store) : openStore(settings)));
  const servers = once(() => openServers(root, settings, { ...options, env }));
  const governance = once(async () => {
    const kind = options.store?.kind ?? settings.store.kind;
    const place = { folder: root.folder, env, lasting: kind !== "memory" };
    return governanceOf(settings, { ...place, servers: (await servers.get()).servers });
  });
  const breakers = once(() => openBreakers(settings, { env, onNotice: options.onBreakersNotice }));
  const registry = once(async () =>
    (await import("./registry/open-registry.ts")).openRegistry(project, {
      store: options.store,
      makeStore: store.get,
      onNotice: options.onRegistryNotice,
    }),
  );
  const project: Project = {
    folder: root.folder,
    configFile: root.configFile,
    settings,
    model: toModelSettings(env, settings.model),
    workflowFiles: workflowFiles.get,
    workflows: workflows.get,
    workflow: async (name) => findWorkflow(name, await workflowFiles.get()),
    tools: async (workflow, wanted = {}) => {
      const { openProjectTools } = await import("./open-tools.ts");
      const of = { configFile: root.configFile, tools: await configTools.get(), workflows: workflows.get };
      const held = toToolSettings(settings, { ...of, adjustments: (await registry.get()).adjustments() });
      const parts = { settings: held, servers: await servers.get(), skills: skills.get };
      return openProjectTools(parts, workflow, { ...wanted, onNotice: options.onNotice });
    },
    registry: registry.get,
    servers: servers.get,
    governance: governance.get,
    shareBreakers: breakers.get,
    skills: skills.get,
    store: store.get,
    readStore: () => (options.store || hasStore(settings) ? store.get() : emptyStore(settings)),
    close: () => closeOpened({ breakers, servers }, options.store ? undefined : store),
  };
  return project;
}

/** What was never opened is not opened to be closed, and what could not be opened needs no closing. */
async function closeOpened(
  links: Readonly<Record<string, Once<{ close(): Promise<void> } | undefined>>>,
  store: Once<RunStore> | undefined,
): Promise<void> {
  for (const link of Object.values(links)) if (link.made()) await (await link.get().catch(() => undefined))?.close();
  if (store?.made()) await (await store.get()).close();
}

async function openBreakers(
  { breakers }: ProjectSettings,
  parts: ShareBreakersParts,
): Promise<SharedBreakersLink | undefined> {
  if (breakers === undefined) return undefined;
  const { shareBreakers } = await import("./share-breakers.ts");
  return shareBreakers(breakers, parts);
}

async function openServers(
  { folder, configFile }: ProjectRoot,
  settings: ProjectSettings,
  { env, onNotice, openPage, patient }: OpenProjectOptions & Pick<ProjectServersParts, "env">,
): Promise<ProjectServers> {
  const { openProjectServers } = await import("./servers/project-servers.ts");
  const model = toModelSettings(env, settings.model);
  const place = { folder, configFile, setting: settings.mcpServers };
  return openProjectServers({ ...place, env, model, onNotice, openPage, patient });
}

async function governanceOf(
  settings: ProjectSettings,
  parts: Omit<Parameters<typeof openGovernance>[1], "debug">,
): Promise<Governance> {
  const module = await import("./open-governance.ts");
  return module.openGovernance(settings, { ...parts, debug: await openDebug(settings, parts) });
}

function toToolSettings(
  { toolsets, routes }: ProjectSettings,
  parts: Pick<ToolSettings, "configFile" | "tools" | "adjustments"> & Pick<Project, "workflows">,
): ToolSettings {
  const { workflows: _workflows, ...rest } = parts;
  const allToolsets = async (): Promise<ReadonlySet<string>> =>
    toolsetsOf(parts.tools, (await parts.workflows()).workflows);
  return { ...rest, routes, configSwitches: toolsets, allToolsets };
}

/** Without the workflows that cannot be loaded: a switch for one of their toolsets is unknown until they are mended. */
async function toolsetsOf(tools: readonly AnyTool[], workflows: readonly WorkflowFile[]): Promise<ReadonlySet<string>> {
  const { workflowTools } = await import("../workflow/collect-tools.ts");
  const brought = workflows.flatMap(({ workflow }) => workflowTools(workflow));
  return new Set([...tools, ...brought].map((tool) => tool.toolset));
}

function rootOf({ cwd = ".", configFile }: OpenProjectOptions): ProjectRoot {
  if (configFile === undefined) return findProjectRoot(resolve(cwd));
  const file = resolve(cwd, configFile);
  return { folder: dirname(file), configFile: file };
}

async function openSkills(
  settings: ProjectSettings,
  folder: string,
  {
    env,
    holdSkills = false,
    servers,
  }: OpenProjectOptions & Pick<ProjectServersParts, "env"> & Pick<Project, "servers">,
): Promise<SkillLibrary> {
  const { openProjectSkills } = await import("./open-skills.ts");
  return openProjectSkills(settings, folder, {
    hold: holdSkills,
    model: toModelSettings(env, settings.model),
    servers,
  });
}

async function openStore({ store }: ProjectSettings): Promise<RunStore> {
  if (store.kind === "memory") return (await import("../store/memory-store.ts")).createMemoryStore();
  return (await import("../store/sqlite-store.ts")).createSqliteStore({ file: store.file });
}

function hasStore({ store }: ProjectSettings): boolean {
  return store.kind === "sqlite" && existsSync(store.file);
}

async function emptyStore({ store }: ProjectSettings): Promise<RunStore> {
  const { createMemoryStore } = await import("../store/memory-store.ts");
  return { ...createMemoryStore(), kind: store.kind };
}

interface Once<T> {
  readonly get: () => Promise<T>;
  readonly made: () => boolean;
}

function once<T>(make: () => Promise<T>): Once<T> {
  let value: Promise<T> | undefined;
  return { get: () => (value ??= make()), made: () => value !== undefined };
}
