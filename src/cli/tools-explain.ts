import { nearestNames } from "../base/names.ts";
import { agentNotFound } from "../project/governance-errors.ts";
import type { Project } from "../project/open-project.ts";
import { type AccessStep, createAccess } from "../tools/access-policy.ts";
import type { AnyTool } from "../tools/tool.ts";
import { usageError } from "./cli-errors.ts";
import type { CommandArguments } from "./command.ts";
import { EXIT } from "./exit-code.ts";
import { formatTable } from "./format-table.ts";
import { explainLimits, explainSwitches } from "./explain-limits.ts";
import type { Terminal } from "./terminal.ts";

/** Which rule decided, and what it comes to together with the tool's own. */
interface Explanation {
  readonly tool: string;
  readonly agent: string | undefined;
  readonly user: string | undefined;
  readonly decision: AccessStep["decision"];
  readonly steps: readonly { readonly level: string; readonly decision: string; readonly rule: string }[];
}

/**
 * `sopwith tools explain`: says whether an agent may call a tool for a user, and by which rule: the config's policies,
 * the node's own tools, its skill's `allowed-tools`, the tool itself.
 */
export async function explainTool(
  project: Project,
  tool: AnyTool,
  { args, terminal }: { readonly args: CommandArguments; readonly terminal: Terminal },
): Promise<number> {
  const explained = await explain(project, tool, args);
  if (args.has("json")) {
    terminal.write(`${JSON.stringify(explained)}\n`);
    return EXIT.completed;
  }
  const { agent, user, decision, steps } = explained;
  const words = { allow: "is allowed", ask: "is allowed after a person was asked", deny: "is denied" }[decision];
  const who = [agent === undefined ? "" : ` by ${agent}`, user === undefined ? "" : ` for ${user}`].join("");
  terminal.write(`${tool.name}${who} ${words}.\n`);
  terminal.write(formatTable(steps.map(({ level, decision: said, rule }) => [`  ${level}`, said, rule])));
  return EXIT.completed;
}

async function explain(project: Project, tool: AnyTool, args: CommandArguments): Promise<Explanation> {
  const { policies } = project.settings;
  const [agent, user] = [args.value("agent"), args.value("user")];
  if (agent === undefined && policies?.agents !== undefined)
    throw usageError(
      "The config has policies for agents, so it depends on the agent.",
      "Add: --agent <workflow>/<node>",
    );
  const caller = agent === undefined ? { node: "" } : await findAgent(project, agent);
  const access = createAccess(policies);
  const verdict = access?.decide({ ...caller, ...(user !== undefined && { user }) }, tool.name);
  const own = tool.policy.confirm === "never" ? "allow" : "ask";
  const switches = await explainSwitches(project, tool);
  const limits = [...switches, ...(agent === undefined ? [] : await explainLimits(project, tool, caller))];
  const decision = limits.some((step) => step.decision === "deny")
    ? "deny"
    : verdict === undefined || verdict.decision === "allow"
      ? own
      : verdict.decision;
  const steps = [
    ...(verdict?.steps ?? [{ level: "policies", decision: "allow", rule: "none are set" }]),
    ...limits,
    { level: "tool", decision: own, rule: `confirm: ${tool.policy.confirm}, effect: ${tool.effect}` },
  ];
  return { tool: tool.name, agent, user, decision, steps };
}

/** @throws `AGENT_NOT_FOUND` */
async function findAgent(
  project: Project,
  name: string,
): Promise<{ readonly node: string; readonly workflow?: string }> {
  const { workflows } = await project.workflows();
  const agents = workflows.flatMap(({ workflow }) =>
    Object.keys(workflow.nodes).map((node) => ({ workflow: workflow.name, node })),
  );
  const full = agents.find(({ workflow, node }) => `${workflow}/${node}` === name);
  if (full) return full;
  const named = agents.filter(({ node }) => node === name);
  // A node inside a sub-workflow is named by its path, which no list has.
  const nested = name.includes("/") && agents.some(({ node }) => name.startsWith(`${node}/`));
  if (named.length === 0 && !nested)
    throw agentNotFound(
      name,
      nearestNames(
        name,
        agents.flatMap(({ workflow, node }) => [node, `${workflow}/${node}`]),
      ),
    );
  return named.length === 1 ? named[0]! : { node: name };
}
