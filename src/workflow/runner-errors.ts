import { SopwithError } from "../base/errors.ts";
import { nearestNames } from "../base/names.ts";
import { toShellWord } from "../base/shell-word.ts";
import type { ChangedContract } from "./tool-contracts.ts";
import type { ApprovalRow, Lease, RunRow, RunStore } from "../store/run-store.ts";

/** No run was ever started on this thread. */
export async function threadNotFound(store: RunStore, thread: string): Promise<SopwithError> {
  const known = (await store.threads({ limit: 200 })).map((row) => row.id);
  const nearest = nearestNames(thread, known);
  return new SopwithError({
    code: "THREAD_NOT_FOUND",
    message: `There is no thread "${thread}" in the ${store.kind} store.`,
    details: nearest.length > 0 ? [`Nearest: ${nearest.map((name) => `"${name}"`).join(", ")}.`] : [],
    hint: "`npx sopwith threads` lists them.",
    data: { thread, nearest },
  });
}

/** The thread's last run is still open, so no new one may begin. */
export function threadOpen(row: RunRow): SopwithError {
  return new SopwithError({
    code: "THREAD_OPEN",
    message: `Thread "${row.thread}" has a run that is ${row.status}; a new one cannot start before it has ended.`,
    hint: `Go on with it: \`npx sopwith resume ${toShellWord(row.thread)}\`; end it: \`npx sopwith threads cancel ${toShellWord(row.thread)}\`; or start on another thread.`,
    data: { thread: row.thread, run: row.id, status: row.status },
  });
}

/** The name that a new thread is to have is none. */
export function threadNameInvalid(shown: string, why: string): SopwithError {
  return new SopwithError({
    code: "THREAD_NAME_INVALID",
    message: `"${shown}" cannot be the name of a thread: it ${why}.`,
    hint: "Give it a name of printable characters on one line, or none: then a free one is taken.",
    data: { thread: shown },
  });
}

/** Another process works on the thread. */
export function threadBusy(thread: string, lease: Lease): SopwithError {
  return new SopwithError({
    code: "THREAD_BUSY",
    message: `Thread "${thread}" is being worked on by ${lease.owner}.`,
    hint: `Wait until it is done, or end that process. The hold of a process that died on another machine ends at ${lease.expiresAt}.`,
    data: { thread, owner: lease.owner, expiresAt: lease.expiresAt },
  });
}

/** The thread's last run has ended, so there is nothing to go on with. */
export function runEnded(row: RunRow): SopwithError {
  return new SopwithError({
    code: "RUN_ENDED",
    message: `The last run of thread "${row.thread}" is ${row.status}; there is nothing to resume.`,
    hint: startAnew(row),
    data: { thread: row.thread, run: row.id, status: row.status },
  });
}

/** There is no such place in the thread. */
export function forkPointUnknown(
  row: RunRow,
  asked:
    | { readonly run: number | undefined; readonly runs: number }
    | { readonly at: number | undefined; readonly points: number },
): SopwithError {
  const thread = toShellWord(row.thread);
  const seen =
    "runs" in asked
      ? `Thread "${row.thread}" has no run ${asked.run}; it has ${asked.runs === 1 ? "1 run" : `${asked.runs} runs`}.`
      : `Run "${row.id}" has no point ${asked.at}; its points are 1 to ${asked.points}.`;
  return new SopwithError({
    code: "FORK_POINT_UNKNOWN",
    message: seen,
    hint: `\`npx sopwith threads history ${thread}\` lists where it can be forked.`,
    data: { thread: row.thread, ...asked },
  });
}

/** The thread that a fork is to become is there already. */
export function forkThreadTaken(thread: string): SopwithError {
  return new SopwithError({
    code: "FORK_THREAD_TAKEN",
    message: `There is a thread "${thread}" already, and a fork begins a new one.`,
    hint: "Name another one, or none: then a free name is taken.",
    data: { thread },
  });
}

/** The run was stopped from outside. Nothing is lost. */
export function runStopped(row: RunRow): SopwithError {
  return new SopwithError({
    code: "RUN_STOPPED",
    message: `The run on thread "${row.thread}" was stopped. What was done is kept.`,
    hint: `Go on with: npx sopwith resume ${toShellWord(row.thread)}`,
    data: { thread: row.thread, run: row.id },
  });
}

/** The node at which the run stands is not in the workflow any more. */
export function runNodeGone(row: RunRow, nodes: readonly string[], details: readonly string[]): SopwithError {
  const gone = nodes.map((name) => `"${name}"`).join(", ");
  return new SopwithError({
    code: "RUN_NODE_GONE",
    message: `The run on thread "${row.thread}" stands at ${gone}, which workflow "${row.workflow}" no longer has.`,
    details,
    hint: `Bring the node back under its old name and resume; fork the run at a point before it (\`${threads(row, "history")}\` lists them); or end it with \`${threads(row, "cancel")}\`.`,
    data: { thread: row.thread, run: row.id, nodes },
  });
}

/** Tools are not what they were when the run began. */
export function runToolsChanged(
  row: RunRow,
  changed: readonly ChangedContract[],
  others: readonly string[],
): SopwithError {
  return new SopwithError({
    code: "RUN_TOOLS_CHANGED",
    message: `Contracts of tools have changed since the run on thread "${row.thread}" began, so it does not go on by itself.`,
    details: [
      ...changed.map(({ tool, was, is }) =>
        is === undefined ? `${tool}: it was ${was} and is gone.` : `${tool}: it was ${was} and is ${is} now.`,
      ),
      ...others,
    ],
    hint: `Bring the old contracts back; go on with the new ones with \`npx sopwith resume ${toShellWord(row.thread)} --migrate\`; try that on a copy first with \`${threads(row, "fork")}\`; or end the run with \`${threads(row, "cancel")}\`.`,
    data: { thread: row.thread, run: row.id, changed },
  });
}

/** The run belongs to another workflow than the runner's. */
export function runOtherWorkflow(row: RunRow, workflow: string): SopwithError {
  return new SopwithError({
    code: "RUN_OTHER_WORKFLOW",
    message: `The run on thread "${row.thread}" is one of workflow "${row.workflow}", not of "${workflow}".`,
    hint: `Resume it with the workflow "${row.workflow}".`,
    data: { thread: row.thread, workflow: row.workflow },
  });
}

/** No such question was asked, be it in a run or in the whole project. */
export function approvalNotFound(
  id: string,
  asked: readonly ApprovalRow[],
  place: "run" | "project" = "run",
): SopwithError {
  const open = asked.filter((row) => !row.decision);
  return new SopwithError({
    code: "APPROVAL_NOT_FOUND",
    message: `There is no approval "${id}" in this ${place}.`,
    details:
      open.length > 0
        ? [`Open: ${open.map((row) => `${row.id} (${row.title})`).join(", ")}.`]
        : [place === "run" ? "The run waits for no approval." : "Nothing waits for a person."],
    hint: "`npx sopwith approvals` lists what is open.",
    data: { id, open: open.map((row) => row.id) },
  });
}

/** The question has its decision already. `row` is the newest run of its thread. */
export function approvalDecided(approval: ApprovalRow, row: RunRow): SopwithError {
  const by = approval.decision ? ` by ${approval.decision.by} at ${approval.decision.at}` : "";
  return new SopwithError({
    code: "APPROVAL_DECIDED",
    message: `Approval "${approval.id}" (${approval.title}) was decided${by}; a decision is not changed.`,
    hint: hasEnded(row)
      ? `The run is ${row.status}. ${startAnew(row)}`
      : `Go on without it: npx sopwith resume ${toShellWord(row.thread)}`,
    data: { id: approval.id },
  });
}

/** The question's deadline has passed. */
export function approvalExpired(approval: ApprovalRow): SopwithError {
  return new SopwithError({
    code: "APPROVAL_EXPIRED",
    message: `Approval "${approval.id}" (${approval.title}) could be decided until ${approval.deadline}.`,
    details: [`At the deadline it counts as ${approval.onDeadline === "approve" ? "approved" : "rejected"}.`],
    hint: "Resume the run without a decision.",
    data: { id: approval.id, deadline: approval.deadline },
  });
}

/** The decision lacks what the question asks for. Nothing was written. */
export function decisionInvalid(approval: ApprovalRow, issues: readonly string[]): SopwithError {
  return new SopwithError({
    code: "DECISION_INVALID",
    message: `The decision on "${approval.id}" (${approval.title}) does not hold what is asked for.`,
    details: issues,
    hint: "Decide again with an answer that fits.",
    data: { id: approval.id },
  });
}

/** A run failed inside LangGraph or in code that is not ours. */
export function runFailed(cause: unknown): SopwithError {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new SopwithError({
    code: "RUN_FAILED",
    message: `The run failed: ${message}`,
    hint: "Resume it when the cause is gone; what was done is kept.",
    cause,
  });
}

/** What the store holds is not what was decided. */
export function decisionForged(approval: ApprovalRow): SopwithError {
  return new SopwithError({
    code: "DECISION_FORGED",
    message: `The decision on "${approval.title}" (${approval.id}) does not carry a valid signature, so it does not count.`,
    details: [`Stored as decided by ${approval.decision?.by ?? "nobody"} at ${approval.decision?.at ?? "no time"}.`],
    hint: "Nothing was run. It was decided under another key, or the store was edited: check SOPWITH_SECRET or the key file, and who can write to the store.",
    data: { approval: approval.id },
  });
}

function threads({ thread }: RunRow, word: "history" | "fork" | "cancel"): string {
  return `npx sopwith threads ${word} ${toShellWord(thread)}`;
}

function hasEnded({ status }: RunRow): boolean {
  return status === "completed" || status === "degraded" || status === "cancelled";
}

function startAnew(row: RunRow): string {
  return `Start a new run on the thread: npx sopwith run ${toShellWord(row.workflow)} --thread ${toShellWord(row.thread)}`;
}
