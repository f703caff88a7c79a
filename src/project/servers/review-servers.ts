import type { McpServerState } from "../../mcp/client/mcp-server-state.ts";
import { leftOut } from "../../mcp/client/tool-facts.ts";
import type { McpServers } from "../../mcp/client/mcp-servers.ts";
import type { PinVerdict } from "../../mcp/client/mcp-trust.ts";
import type { ToolReview } from "../../mcp/trust/review-server.ts";
import { reviewSkills, type SkillReview } from "../../mcp/trust/review-skills.ts";
import { describeStart, describeStartDetails } from "../../mcp/trust/start-facts.ts";
import type { AnyTool } from "../../tools/tool.ts";
import type { ProjectServers } from "./project-servers.ts";
import { serverUnknown } from "./servers-errors.ts";

/** A server as it stands, beside what was agreed to. */
export interface ServerReview {
  readonly name: string;
  readonly state: McpServerState;
  readonly start: {
    readonly verdict: PinVerdict;
    /** The command or URL, on one line. */
    readonly text: string;
    readonly details: readonly string[];
    /** What was agreed to, where it is another. */
    readonly before?: string;
  };
  /** Tools that are not as somebody agreed to them, and those that are gone. */
  readonly changes: readonly ToolReview[];
  /** Skills that are not as somebody agreed to them, and those that are gone. */
  readonly skills: readonly SkillReview[];
  /** Those that can be called. */
  readonly tools: readonly AnyTool[];
  /** Its connections, where it was started. */
  readonly connections?: McpServers;
}

/**
 * Starts the servers that may be started, all or those that are named, and compares them with what was agreed to.
 * @throws `MCP_SERVER_UNKNOWN`
 */
export async function reviewServers(
  servers: ProjectServers,
  names: readonly string[] = Object.keys(servers.servers),
): Promise<ServerReview[]> {
  const unknown = names.find((name) => !Object.hasOwn(servers.servers, name));
  if (unknown !== undefined) throw serverUnknown(unknown, Object.keys(servers.servers));
  const started = names.filter((name) => servers.names.includes(name));
  const states = new Map((await servers.open(started)).map((state) => [state.name, state]));
  return Promise.all(names.map((name) => reviewServer(servers, name, states.get(name) ?? disabledState(name))));
}

async function reviewServer(servers: ProjectServers, name: string, state: McpServerState): Promise<ServerReview> {
  const { verdict, facts, before } = await servers.trust.reviewStart(name);
  const connections = servers.opened().get(name);
  const listed = connections?.listed(name) ?? [];
  // Of a server that lists nothing it is not known what is gone.
  const reviews = listed.length === 0 ? [] : await servers.trust.reviewTools(name, listed);
  // What the config leaves out needs nobody's yes.
  const taken = reviews.filter((tool) => leftOut(tool.name, servers.servers[name] ?? {}) === undefined);
  return {
    name,
    state,
    start: {
      verdict,
      text: describeStart(facts),
      details: describeStartDetails(facts),
      ...(before && { before: describeStart(before) }),
    },
    changes: taken.filter((tool) => tool.verdict !== "accepted"),
    skills: connections && state.status === "ready" ? await skillChanges(servers, name, connections) : [],
    tools: connections?.tools(name) ?? [],
    ...(connections && { connections }),
  };
}

/** A server that does not give its list has none that anybody could agree to. */
async function skillChanges(
  { trust }: ProjectServers,
  name: string,
  connections: McpServers,
): Promise<readonly SkillReview[]> {
  const listed = await connections.skills(name).catch(() => undefined);
  if (listed === undefined) return [];
  return reviewSkills(listed, await trust.agreedSkills(name)).filter(({ verdict }) => verdict !== "accepted");
}

function disabledState(name: string): McpServerState {
  const none = { tools: [], dropped: [], quarantined: [], flagged: [], stderr: [] };
  return { name, status: "disabled", generation: 0, ...none };
}
