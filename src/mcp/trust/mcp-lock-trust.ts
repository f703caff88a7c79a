import type { ListedTool, McpTrust, PinVerdict, StartVerdict } from "../client/mcp-trust.ts";
import type { McpServerConfig } from "../mcp-server-config.ts";
import { createLockReader, dropLockedServer, writeLockedServer } from "./lock-file.ts";
import type { LockedServer } from "./lock-schema.ts";
import { reviewStart, reviewTools, type StartReview, type ToolReview } from "./review-server.ts";
import { type SkillPin, toSkillPin } from "./skill-pin.ts";
import { toStartFacts } from "./start-facts.ts";
import { toToolPin } from "./tool-pin.ts";
import { notAccepted } from "./trust-errors.ts";

/** Trust that rests on a file: what somebody agreed to, and nothing else. */
export interface McpLockTrust extends McpTrust {
  /** How a server would be started, beside what was agreed to. @throws `MCP_LOCK` */
  reviewStart(server: string): Promise<StartReview>;
  /** What a server lists, beside what was agreed to. @throws `MCP_LOCK` */
  reviewTools(server: string, listed: readonly ListedTool[]): Promise<readonly ToolReview[]>;
  /** The tools of a server as somebody agreed to them. @throws `MCP_LOCK` */
  agreed(server: string): Promise<readonly ListedTool[]>;
  /** The skills of a server as somebody agreed to them, by their own names. @throws `MCP_LOCK` */
  agreedSkills(server: string): Promise<Readonly<Record<string, SkillPin>>>;
  /** Writes down that somebody agreed to these skills, or that one is gone, which has no files. @throws `MCP_LOCK` */
  acceptSkills(server: string, skills: ReadonlyMap<string, SkillPin["files"] | undefined>): Promise<void>;
  /** Forgets all that was agreed to of a server. @returns false where nothing was @throws `MCP_LOCK` */
  forget(server: string): Promise<boolean>;
  /** Writes down that somebody agreed to the start as it is configured. @throws `MCP_LOCK` */
  acceptStart(server: string): Promise<void>;
  /**
   * Writes down that somebody agreed to these tools as they are listed; of names that are not listed nothing is kept.
   * @throws `MCP_LOCK`
   */
  acceptTools(server: string, listed: readonly ListedTool[], names: readonly string[]): Promise<void>;
}

/** What the trust of a project rests on. */
export interface McpLockTrustParts {
  /** Read anew each time it is asked, so that what is agreed to elsewhere counts at once. */
  readonly file: string;
  /** As they are written, before `${VAR}` is filled in. */
  readonly servers: Readonly<Record<string, McpServerConfig>>;
}

/** Trust in the servers of a project, by its lock file. */
export function createMcpLockTrust({ file, servers }: McpLockTrustParts): McpLockTrust {
  const readLock = createLockReader(file);
  const lockedServer = async (server: string) => {
    const lock = await readLock();
    return Object.hasOwn(lock.servers, server) ? lock.servers[server] : undefined;
  };
  const review = async (server: string): Promise<StartReview> => {
    const config = servers[server];
    // Never asked of a server that is not configured.
    if (!config) throw new TypeError(`no config for ${server}`);
    return reviewStart(toStartFacts(config), await lockedServer(server));
  };
  const listReview = async (server: string, listed: readonly ListedTool[]): Promise<ToolReview[]> =>
    reviewTools(server, listed, await lockedServer(server));
  return {
    reviewStart: review,
    reviewTools: listReview,
    agreed: async (server) => Object.values((await lockedServer(server))?.tools ?? {}).map((pin) => pin.definition),
    ...skillTrust(file, lockedServer),
    forget: (server) => dropLockedServer(file, server),
    async mayStart(server): Promise<StartVerdict> {
      const { verdict, facts, before } = await review(server);
      if (verdict === "accepted") return { allowed: true };
      return { allowed: false, reason: notAccepted(server, facts, before) };
    },
    async judge(server, tools): Promise<ReadonlyMap<string, PinVerdict>> {
      const reviews = await listReview(server, tools);
      return new Map(reviews.flatMap(({ name, verdict }) => (verdict === "removed" ? [] : [[name, verdict]])));
    },
    async acceptStart(server) {
      const { facts } = await review(server);
      await writeLockedServer(file, server, { tools: {}, ...(await lockedServer(server)), start: facts });
    },
    async acceptTools(server, listed, names) {
      const locked = await lockedServer(server);
      const kept = Object.entries(locked?.tools ?? {}).filter(([name]) => !names.includes(name));
      const agreed = names.flatMap((name) => {
        const tool = listed.find((other) => other.name === name);
        return tool ? [[name, toToolPin(server, tool)] as const] : [];
      });
      await writeLockedServer(file, server, { ...locked, tools: Object.fromEntries([...kept, ...agreed]) });
    },
  };
}

function skillTrust(
  file: string,
  lockedServer: (server: string) => Promise<LockedServer | undefined>,
): Pick<McpLockTrust, "agreedSkills" | "acceptSkills"> {
  return {
    agreedSkills: async (server) => (await lockedServer(server))?.skills ?? {},
    async acceptSkills(server, skills) {
      const locked = await lockedServer(server);
      const kept = Object.entries(locked?.skills ?? {}).filter(([name]) => !skills.has(name));
      const agreed = [...skills].flatMap(([name, files]) =>
        files ? [[name, toSkillPin(server, name, files)] as const] : [],
      );
      await writeLockedServer(file, server, {
        tools: {},
        ...locked,
        skills: Object.fromEntries([...kept, ...agreed]),
      });
    },
  };
}
