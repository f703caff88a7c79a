import { z } from "zod";
import { isPlainObject, type JsonValue } from "../base/json.ts";
import type { ApprovalRow, RunRow } from "../store/run-store.ts";
import { inputContractOf } from "../tools/input-contract.ts";
import type { ToolRegistry } from "../tools/tool-registry.ts";
import { EditedArguments } from "./confirmations.ts";
import { DoubtDecision } from "./doubts.ts";
import type { DecisionInput } from "./run-result.ts";
import { approvalDecided, approvalExpired, approvalNotFound, decisionInvalid } from "./runner-errors.ts";
import type { Workflow } from "./workflow.ts";

/** What `resume` takes for one question. Whoever calls it from JavaScript, or from JSON, is held to it too. */
const Given = z.strictObject({
  approved: z.boolean(),
  answer: z.json().optional(),
  by: z.string().optional(),
  identity: z.enum(["claimed", "verified", "rehearsed"]).optional(),
  reason: z.string().optional(),
});

/** Where a question was asked. */
export interface AskedIn {
  readonly workflow: Workflow;
  readonly row: RunRow;
  readonly tools: ToolRegistry;
}

/** A decision that may be written down. */
export interface CheckedDecision {
  readonly approval: ApprovalRow;
  readonly decision: DecisionInput;
}

/**
 * Holds a decision against its question, before anything is written.
 * @throws `APPROVAL_NOT_FOUND`, `APPROVAL_DECIDED`, `APPROVAL_EXPIRED`, `DECISION_INVALID`
 */
export async function checkDecision(
  place: AskedIn,
  asked: readonly ApprovalRow[],
  given: { readonly id: string; readonly decision: DecisionInput },
): Promise<CheckedDecision> {
  const approval = asked.find((row) => row.id === given.id);
  if (!approval) throw approvalNotFound(given.id, asked);
  if (approval.decision)
    throw approval.decision.identity === "deadline" ? approvalExpired(approval) : approvalDecided(approval, place.row);
  const read = Given.safeParse(given.decision);
  if (!read.success) throw decisionInvalid(approval, read.error.issues.map(issueLine));
  const { decision } = given;
  if (approval.kind === "in-doubt" && (!decision.approved || decision.answer === undefined))
    throw decisionInvalid(approval, ["expected: what became of the call (happened, not-happened or again)"]);
  const schema = answerSchema(place, approval, decision);
  if (!schema || !decision.approved) return { approval, decision };
  const checked = schema.safeParse(decision.answer);
  if (!checked.success) {
    const issues = checked.error.issues.map((issue) => issueLine({ ...issue, path: ["answer", ...issue.path] }));
    throw decisionInvalid(approval, issues);
  }
  if (approval.kind === "confirmation") await checkArguments(place, approval, checked.data);
  return { approval, decision: { ...decision, answer: checked.data as JsonValue } };
}

function answerSchema(
  { workflow }: AskedIn,
  { kind, path }: ApprovalRow,
  { answer }: DecisionInput,
): z.ZodType | undefined {
  if (kind === "in-doubt") return DoubtDecision;
  if (kind === "question") return z.string("a text is expected");
  if (kind === "approval") return nodeSchema(workflow.nodes, path);
  // A plain yes to a call needs no answer.
  return answer === undefined ? undefined : EditedArguments;
}

/** Arguments that a person gives in place of the model's must be such that the tool takes them. */
async function checkArguments({ tools, row }: AskedIn, approval: ApprovalRow, answer: unknown): Promise<void> {
  const { input } = answer as z.output<typeof EditedArguments>;
  const name = isPlainObject(approval.details) ? approval.details["tool"] : undefined;
  const tool = typeof name === "string" ? tools.resolve(name, row.thread) : undefined;
  const checked = tool && (await inputContractOf(tool).check(input, "en"));
  if (!checked || checked.valid) return;
  const issues = checked.issues.map(
    ({ path, expected, received }) => `${path || "the arguments"}: expected ${expected}, received ${received}`,
  );
  throw decisionInvalid(approval, issues);
}

/** The schema of a node's answer by the node's path, through sub-workflows; the number of a later visit is no part of a name. */
function nodeSchema(nodes: Workflow["nodes"], path: string): z.ZodType | undefined {
  const [first = "", ...rest] = path.split("/").map((part) => part.replace(/#\d+$/, ""));
  const node = Object.hasOwn(nodes, first) ? nodes[first] : undefined;
  if (rest.length === 0) return node?.answerSchema;
  return node?.innerNodes && nodeSchema(node.innerNodes, rest.join("/"));
}

function issueLine(issue: { readonly path: readonly PropertyKey[]; readonly message: string }): string {
  return `${issue.path.map(String).join(".") || "the decision"}: ${issue.message}`;
}
