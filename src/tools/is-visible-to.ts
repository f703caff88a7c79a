import type { AnyTool, Caller } from "./tool.ts";

/** True when a tool is visible to this agent (the node's path) and this user. A list that names nobody hides it. */
export function isVisibleTo({ visibility }: AnyTool, { node, user }: Pick<Caller, "node" | "user">): boolean {
  if (visibility === undefined) return true;
  const { agents, users } = visibility;
  if (users !== undefined && (user === undefined || !users.includes(user))) return false;
  return agents === undefined || agents.some((agent) => isAgent(agent, node));
}

/** `assess`, `outer/assess`, or `outer/*` for all nodes of an inner workflow. */
function isAgent(agent: string, node: string): boolean {
  return agent === node || agent === "*" || (agent.endsWith("/*") && node.startsWith(agent.slice(0, -1)));
}
