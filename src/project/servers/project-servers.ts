import { resolve } from "node:path";
import { isSopwithError, messageOf } from "../../base/errors.ts";
import type { OAuthPage } from "../../mcp/client/oauth-parts.ts";
import type { McpServerState } from "../../mcp/client/mcp-server-state.ts";
import type { McpNotice, McpServers, McpServersParts } from "../../mcp/client/mcp-servers.ts";
import { type ConfiguredServers, loadServers, type McpServersSetting } from "../../mcp/config/load-servers.ts";
import { isStdioServer, type McpServerConfig } from "../../mcp/mcp-server-config.ts";
import { lockFile } from "../../mcp/trust/lock-file.ts";
import { createMcpLockTrust, type McpLockTrust } from "../../mcp/trust/mcp-lock-trust.ts";
import { serverUnknown } from "./servers-errors.ts";
import type { ModelSettings } from "../model-settings.ts";
import type { AbsentTools } from "./absent-tool.ts";
import { createNoticeDesk, type NoticeDesk } from "./notice-desk.ts";
import { createSkillLook } from "./skill-notices.ts";
import { stateNotices } from "./state-notices.ts";

/** The MCP servers of a project. Each is started when somebody first needs it, and once. */
export interface ProjectServers extends ConfiguredServers {
  /** Names of all that are configured and not disabled. */
  readonly names: readonly string[];
  /** Names of those that are disabled. */
  readonly disabled: readonly string[];
  /** What was agreed to; asked before every start and every list. */
  readonly trust: McpLockTrust;
  /** The connections of one server, which is started if it was not. @throws `MCP_SERVER_UNKNOWN`, `MCP_ENV_MISSING` */
  connect(name: string): Promise<McpServers>;
  /**
   * Starts these side by side and waits until each is listed, has failed, or is out of time. One that fails is a state,
   * unless it is `required`.
   * @throws `MCP_REQUIRED`, `MCP_ENV_MISSING` for a required server
   */
  open(names: readonly string[]): Promise<readonly McpServerState[]>;
  /** Those that were started and could be. */
  opened(): ReadonlyMap<string, McpServers>;
  /** What stands for the tools of a server, of all that were asked for so far. */
  absent(): ReadonlyMap<string, AbsentTools>;
  /** Tells of what people should know of servers from now on, beside whoever is told of it anyway. @returns what ends it */
  follow(listener: (notice: McpNotice) => void): () => void;
  /** Ends what was started. Nothing is left when it returns. */
  close(): Promise<void>;
}

/** What the servers of a project are opened with. */
export interface ProjectServersParts {
  readonly folder: string;
  readonly setting: McpServersSetting | undefined;
  readonly configFile: string | undefined;
  /** Fills in `${VAR}`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Told of what people should know. */
  readonly onNotice?: ((notice: McpNotice) => void) | undefined;
  /** Shows a person the page on which they sign in. @default nobody is there to sign in */
  readonly openPage?: ((page: OAuthPage) => void) | undefined;
  /** Asked for servers whose entry has `sampling`. @default they may not ask */
  readonly model?: ModelSettings | undefined;
  /** More time for starts. @default false */
  readonly patient?: boolean | undefined;
}

/** Reads which servers a project has. None is started, and the SDK is not loaded. @throws `MCP_SERVERS_FILE` */
export async function openProjectServers(parts: ProjectServersParts): Promise<ProjectServers> {
  const configured = await loadServers(parts);
  const { servers } = configured;
  const trust = createMcpLockTrust({ file: lockFile(parts.folder), servers });
  const started = new Map<string, Promise<McpServers>>();
  const opened = new Map<string, McpServers>();
  const absent = new Map<string, AbsentTools>();
  const notices = createNoticeDesk(parts.onNotice);
  const connect = (name: string): Promise<McpServers> => {
    const config = servers[name];
    if (!config || !Object.hasOwn(servers, name)) throw serverUnknown(name, Object.keys(servers));
    const running = started.get(name);
    if (running) return running;
    const starting = startServer({ name, config, trust, parts: { ...parts, onNotice: notices.tell } }).then(
      (server) => {
        opened.set(name, server);
        followServer(server, { name, trust, notices });
        return server;
      },
    );
    started.set(name, starting);
    return starting;
  };
  const open = async (name: string): Promise<McpServerState> => {
    const { createAbsentTools } = await import("./absent-tool.ts");
    const required = servers[name]?.required === true;
    const state = await openOne(name, { connect, required, wasOpen: opened.has(name) });
    for (const notice of stateNotices(state)) notices.tell(notice);
    // A file that cannot be read is told of where servers are asked about.
    const agreed = absent.has(name) ? [] : await trust.agreed(name).catch(() => []);
    if (!absent.has(name)) absent.set(name, createAbsentTools(name, servers[name]!, agreed));
    return state;
  };
  return {
    ...configured,
    names: Object.keys(servers).filter((name) => servers[name]?.disabled !== true),
    disabled: Object.keys(servers).filter((name) => servers[name]?.disabled === true),
    trust,
    connect: async (name) => connect(name),
    open: (names) => Promise.all(names.map(open)),
    opened: () => opened,
    absent: () => absent,
    follow: notices.follow,
    close: async () => {
      await Promise.allSettled(started.values());
      await Promise.all([...opened.values()].map((server) => server.close()));
    },
  };
}

/** Has people told of what changes about a server and its skills. */
function followServer(
  server: McpServers,
  { name, trust, notices }: { readonly name: string; readonly trust: McpLockTrust; readonly notices: NoticeDesk },
): void {
  const lookAtSkills = createSkillLook(name, { servers: server, trust, tell: notices.tell });
  server.onChange((state) => {
    notices.watch(state);
    if (state.status === "ready") lookAtSkills();
  });
}

interface OpenedServer {
  readonly connect: (name: string) => Promise<McpServers>;
  readonly required: boolean;
  /** True where it was asked for before. */
  readonly wasOpen: boolean;
}

async function openOne(name: string, { connect, required, wasOpen }: OpenedServer): Promise<McpServerState> {
  try {
    const servers = await connect(name);
    await servers.ready();
    const state = servers.state(name)!;
    // Somebody may have agreed meanwhile.
    return wasOpen && waitsForYes(state) ? await servers.refresh(name) : state;
  } catch (error) {
    if (required || !isSopwithError(error)) throw error;
    return failedState(name, error.code, [messageOf(error), ...error.details, error.hint ?? ""].join(" ").trim());
  }
}

function waitsForYes({ code, quarantined }: McpServerState): boolean {
  return code === "MCP_NOT_ACCEPTED" || quarantined.length > 0;
}

/** A server that could not even be started, such as one that lacks a variable. */
function failedState(name: string, code: string, problem: string): McpServerState {
  const none = { tools: [], dropped: [], quarantined: [], flagged: [], stderr: [] };
  return { name, status: "failed", code, problem, generation: 0, ...none };
}

interface Start {
  readonly name: string;
  readonly config: McpServerConfig;
  readonly trust: McpLockTrust;
  readonly parts: ProjectServersParts;
}

async function startServer({ name, config, trust, parts }: Start): Promise<McpServers> {
  const { folder, env, model, onNotice, openPage, patient } = parts;
  const [{ expandServer }, { openMcpServers }, { createEraFile }] = await Promise.all([
    import("../../mcp/config/expand-server.ts"),
    import("../../mcp/client/open-mcp-servers.ts"),
    import("./era-file.ts"),
  ]);
  const expanded = expandServer(name, config, env);
  const inFolder = withRoots(isStdioServer(expanded) ? inProject(expanded, folder) : expanded, folder);
  return openMcpServers({
    servers: { [name]: { ...(patient && patience(expanded, openPage !== undefined)), ...inFolder } },
    trust,
    eras: createEraFile(folder),
    ...(onNotice && { onNotice }),
    ...(expanded.sampling === true && model && { onSample: await samplerOf(model) }),
    ...(!isStdioServer(expanded) && (await signInPart(folder, openPage))),
  });
}

/** A package is fetched, or a person signs in, before the server is there. */
function patience(config: McpServerConfig, signsIn: boolean): Pick<McpServerConfig, "startTimeoutMs"> {
  return { startTimeoutMs: signsIn && !isStdioServer(config) ? 330_000 : 60_000 };
}

/** In the project's folder; `node` means the Node that we run on, so that it knows TypeScript whatever the machine has. */
function inProject<Server extends McpServerConfig & { readonly command: string; readonly cwd?: string }>(
  server: Server,
  folder: string,
): Server {
  const command = server.command === "node" ? process.execPath : server.command;
  return { ...server, command, cwd: resolve(folder, server.cwd ?? ".") };
}

function withRoots(server: McpServerConfig, folder: string): McpServerConfig {
  const { roots } = server;
  return roots
    ? { ...server, roots: roots.map((root) => (root.includes("://") ? root : resolve(folder, root))) }
    : server;
}

async function samplerOf(settings: ModelSettings): Promise<NonNullable<McpServersParts["onSample"]>> {
  const [{ createChatModel }, { askForServer }] = await Promise.all([
    import("../../model/chat-model.ts"),
    import("./ask-for-server.ts"),
  ]);
  const model = createChatModel(settings);
  return (request) => askForServer(model, request);
}

/** Tokens are kept in the project's own folder, never beside the config. */
async function signInPart(
  folder: string,
  openPage: ProjectServersParts["openPage"],
): Promise<Pick<McpServersParts, "signIn">> {
  const { createOAuthSignIn } = await import("../../mcp/client/oauth-sign-in.ts");
  const tokens = resolve(folder, ".sopwith", "mcp-tokens");
  return { signIn: createOAuthSignIn({ folder: tokens, ...(openPage && { openPage }) }) };
}
