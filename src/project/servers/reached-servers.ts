import type { SkillLibrary } from "../../skills/skill-library.ts";
import { fallbackNames } from "../../tools/check-fallbacks.ts";
import type { AnyTool } from "../../tools/tool.ts";
import type { ToolRoute } from "../../tools/tool-route.ts";
import type { AnyState, WorkflowNode } from "../../workflow/node.ts";
import type { Workflow } from "../../workflow/workflow.ts";

/** What decides which servers a run can come to. */
export interface Reach {
  /** The servers there are: their names are namespaces of tools. */
  readonly servers: readonly string[];
  readonly workflow: Workflow;
  /** Tools of the config and the workflow, whose fallbacks may be tools of a server. */
  readonly tools: readonly AnyTool[];
  readonly routes: readonly ToolRoute[];
  readonly skills: () => Promise<SkillLibrary>;
}

/**
 * The servers whose tools a workflow's nodes may call, by what the nodes and their skills allow; only those need to be
 * started. A node or a skill without a list of its own reaches all.
 */
export async function reachedServers(reach: Reach): Promise<string[]> {
  const { servers, workflow, tools, routes } = reach;
  if (servers.length === 0) return [];
  const led = new Set([...tools.flatMap(fallbackNames), ...routes.flatMap(({ to }) => to ?? [])].map(namespaceOf));
  const found = new Set(servers.filter((server) => led.has(server)));
  for (const node of allNodes(workflow.nodes)) {
    const left = servers.filter((server) => !found.has(server));
    for (const server of await reachedBy(node, left, reach.skills)) found.add(server);
  }
  return servers.filter((server) => found.has(server));
}

function allNodes(nodes: Readonly<Record<string, WorkflowNode<AnyState>>>): WorkflowNode<AnyState>[] {
  return Object.values(nodes).flatMap((node) => [node, ...(node.innerNodes ? allNodes(node.innerNodes) : [])]);
}

async function reachedBy(
  node: WorkflowNode<AnyState>,
  servers: readonly string[],
  library: () => Promise<SkillLibrary>,
): Promise<readonly string[]> {
  // A skill of a server is held against what the server says of it now.
  const read = servers.filter((server) => allows([...(node.reads ?? []), ...node.skills.filter(isOfServer)], server));
  return [...read, ...(await calledBy(node, servers, library))];
}

async function calledBy(
  { kind, tools, onlyTools, skills }: WorkflowNode<AnyState>,
  servers: readonly string[],
  library: () => Promise<SkillLibrary>,
): Promise<readonly string[]> {
  if (kind === "tool") return servers.filter((server) => allows(tools, server));
  // An approval asks a model only where it has a review, and then names its skill.
  if (kind !== "skill" && !(kind === "approval" && skills.length > 0)) return [];
  const limited = onlyTools === true || tools.length > 0;
  const own = limited ? servers.filter((server) => allows(tools, server)) : servers;
  if (own.length === 0 || skills.length === 0) return own;
  const limits = await Promise.all(skills.map(async (name) => allowedBy(name, await library())));
  return own.filter((server) => limits.some((allowed) => allowed === undefined || allows(allowed, server)));
}

function isOfServer(skill: string): boolean {
  return skill.includes("/");
}

/** A skill that is missing or broken reaches nothing: the node that needs it fails and says so. */
async function allowedBy(name: string, library: SkillLibrary): Promise<readonly string[] | undefined> {
  return library.get(name).then(
    (skill) => skill.allowedTools,
    () => [],
  );
}

function allows(patterns: readonly string[], server: string): boolean {
  return patterns.some((pattern) => pattern === "*" || namespaceOf(pattern) === server);
}

function namespaceOf(name: string): string {
  return name.split("/", 1)[0]!;
}
