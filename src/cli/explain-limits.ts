import type { Project } from "../project/open-project.ts";
import { isGranted } from "../tools/gateway/grants.ts";
import type { AnyTool } from "../tools/tool.ts";
import type { AnyState, WorkflowNode } from "../workflow/node.ts";
import type { Workflow } from "../workflow/workflow.ts";

/** What one limit says of a call. */
export interface LimitStep {
  readonly level: string;
  readonly decision: "allow" | "deny";
  /** The rule that decided, as it can be looked up. */
  readonly rule: string;
}

/**
 * What a node's surroundings say of its calling `tool`, the config's policies aside: its workflow's tools,
 * its own list, and the `allowed-tools` of its skills. Of several skills one is picked in the run, so they deny only
 * together.
 *
 * @param agent without a workflow where the name stands for no node that can be looked at
 * @throws `SKILL_NOT_FOUND`, `SKILL_BROKEN`
 */
export async function explainLimits(
  project: Project,
  tool: AnyTool,
  agent: { readonly node: string; readonly workflow?: string },
): Promise<readonly LimitStep[]> {
  const { workflows } = await project.workflows();
  const workflow = workflows.find((file) => file.workflow.name === agent.workflow)?.workflow;
  const node = workflow?.nodes[agent.node];
  if (!workflow || !node) return [notLookedAt];
  return [
    ...(await surroundings(project, tool, workflow)),
    nodeStep(tool, agent.node, node),
    ...(await skillSteps(project, tool, node)),
  ];
}

const notLookedAt: LimitStep = {
  level: "node",
  decision: "allow",
  rule: "not looked at: give <workflow>/<node> of an outer node. A node's `tools` and its skill's `allowed-tools` limit it too",
};

/** What an operator or the config has switched off, for everybody. */
export async function explainSwitches(project: Project, tool: AnyTool): Promise<readonly LimitStep[]> {
  const off = (await project.tools()).offBy(tool);
  if (off === undefined) return [];
  const rule = off === "tool" ? `${tool.name} is off` : `the toolset ${tool.toolset} is off`;
  return [{ level: off, decision: "deny", rule }];
}

/** Only what denies. */
async function surroundings(project: Project, tool: AnyTool, workflow: Workflow): Promise<readonly LimitStep[]> {
  const registry = await project.tools(workflow);
  if (!registry.has(tool.name))
    return [{ level: "workflow", decision: "deny", rule: `neither ${workflow.name} nor the config brings the tool` }];
  return [];
}

function nodeStep(tool: AnyTool, name: string, { kind, tools, onlyTools }: WorkflowNode<AnyState>): LimitStep {
  if (onlyTools === true) {
    const decision = isGranted(tool.name, [{ allow: tools, source: name, code: "NOT_GRANTED" }]) ? "allow" : "deny";
    return { level: "node", decision, rule: `${name}.tools: ${tools.join(", ") || "none"}` };
  }
  if (kind === "skill") return { level: "node", decision: "allow", rule: `${name} has no \`tools\` of its own` };
  if (kind === "approval" || kind === "router")
    return { level: "node", decision: "deny", rule: `${name} is of kind ${kind}, which calls no tools` };
  return { level: "node", decision: "allow", rule: `${name} is of kind ${kind}: what its code calls is not looked at` };
}

async function skillSteps(
  project: Project,
  tool: AnyTool,
  { kind, skills }: WorkflowNode<AnyState>,
): Promise<readonly LimitStep[]> {
  if (kind !== "skill") return [];
  if (skills.length === 0)
    return [
      { level: "skill", decision: "allow", rule: "not looked at: the state chooses it. Its `allowed-tools` hold" },
    ];
  const library = await project.skills();
  const limits = await Promise.all(
    skills.map(async (name) => ({ name, allow: (await library.get(name)).allowedTools })),
  );
  const denies = limits.map(
    ({ name, allow }) => allow !== undefined && !isGranted(tool.name, [{ allow, source: name, code: "NOT_IN_SKILL" }]),
  );
  const all = denies.every(Boolean);
  return limits.map(({ name, allow }, index) => {
    const rule = `${name}.allowed-tools: ${allow === undefined ? "no limit" : allow.join(", ") || "none"}`;
    const alone = denies[index] === true && !all ? "; with this skill the call is denied" : "";
    return { level: "skill", decision: all ? "deny" : "allow", rule: `${rule}${alone}` };
  });
}
