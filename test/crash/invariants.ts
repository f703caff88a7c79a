import { existsSync, readFileSync } from "node:fs";
import { isSopwithError } from "../../src/base/errors.ts";
import { isPlainObject } from "../../src/base/json.ts";
import { findAuditBreak } from "../../src/store/audit-chain.ts";
import type { ApprovalRow, CallRow, RunStore } from "../../src/store/run-store.ts";
import { verifiedDecision } from "../../src/workflow/signed-decisions.ts";
import { CANARY, signer } from "./shop.ts";
import type { Effect, World } from "./world.ts";

/** What is looked at when all is over. */
export interface Aftermath {
  readonly store: RunStore;
  readonly file: string;
  readonly world: World;
  readonly thread: string;
}

/** What a run that nobody disturbed leaves behind. */
const REFERENCE = {
  log: ["reserve: done", "approve: 1", "pay: done", "notify: shop/notify"],
  tools: ["shop/notify", "shop/pay", "shop/reserve", "shop/ship"],
} as const;

/** The promises that were broken, one sentence each. Empty is what everybody hopes for. */
export async function findViolations(aftermath: Aftermath): Promise<readonly string[]> {
  const { store, thread } = aftermath;
  const runId = `${thread}/1`;
  const run = await store.run(runId);
  const calls = await store.runCalls(runId);
  const approvals = await store.approvals({ run: runId });
  const mine = new Set(calls.map((call) => call.id));
  const effects = aftermath.world.effects.filter((effect) => mine.has(effect.callId));
  const violations = [
    ...check("1 the run has ended", run?.status, "completed"),
    ...check("2 the log is that of an undisturbed run", run?.state?.["log"], REFERENCE.log),
    ...check("3 each effect happened once", effects.map(({ tool }) => tool).toSorted(), REFERENCE.tools),
    ...startedTwice(calls, aftermath.world.requests),
    ...effects.flatMap((effect) => withoutApproval(effect, approvals)),
    ...(await auditFaults(store, calls)),
    ...check(
      "6 no call is left open",
      calls.filter(({ status }) => status !== "finished").map(({ id }) => id),
      [],
    ),
    ...check(
      "6 no question is left open",
      approvals.filter(({ decision }) => !decision).map(({ id }) => id),
      [],
    ),
    ...canaries(aftermath.file),
    ...check("8 each question was asked once", questionsOf(approvals), expectedQuestions(calls, approvals)),
    ...check("8 each decision is signed", approvals.filter(isForged), []),
  ];
  return violations;
}

function check(what: string, seen: unknown, expected: unknown): string[] {
  const [a, b] = [seen, expected].map((value) => JSON.stringify(value));
  return a === b ? [] : [`${what}: seen ${a}, expected ${b}`];
}

/** A call that takes no key is started at most once, whatever became of it. */
function startedTwice(calls: readonly CallRow[], requests: readonly Effect[]): string[] {
  return calls
    .filter(({ tool }) => tool !== "shop/reserve")
    .flatMap(({ id, tool }) => {
      const count = requests.filter((request) => request.callId === id).length;
      return count > 1 ? [`3 a call of ${tool} without a key was started ${count} times`] : [];
    });
}

function withoutApproval({ tool, input, at, callId }: Effect, approvals: readonly ApprovalRow[]): string[] {
  if (tool !== "shop/pay" && tool !== "shop/notify") return [];
  const decided = approvals.filter(
    ({ kind, decision }) => kind !== "in-doubt" && decision?.approved && Date.parse(decision.at) <= at,
  );
  const covers = decided.some(({ details }) => {
    if (!isPlainObject(details)) return false;
    return details["callId"] === callId || JSON.stringify(details["input"]) === JSON.stringify(input);
  });
  return covers ? [] : [`4 ${tool} acted without an earlier approval of its arguments`];
}

async function auditFaults(store: RunStore, calls: readonly CallRow[]): Promise<string[]> {
  const rows = await store.audit({ limit: 100_000 });
  const broken = findAuditBreak(rows);
  const missing = calls.filter(({ id, outcome }) => {
    const status = isPlainObject(outcome) ? String(outcome["status"]) : "";
    return !rows.some((row) => row.id === `${id}:${status}`);
  });
  return [
    ...(broken ? [`5 the audit chain breaks at row ${broken.seq}`] : []),
    ...missing.map(({ tool }) => `5 the end of a call of ${tool} is not in the audit trail`),
  ];
}

function canaries(file: string): string[] {
  const found = [file, `${file}-wal`].filter((name) => existsSync(name) && readFileSync(name).includes(CANARY));
  return found.map((name) => `7 a secret stands in ${name}`);
}

/** What was asked, as often as it was; of a call in doubt also which attempt it is about. */
function questionsOf(approvals: readonly ApprovalRow[]): string[] {
  const asked = approvals.filter(({ id }) => !id.startsWith("grant_"));
  return asked.map(({ kind, title, details }) => (kind === "in-doubt" ? doubtOf(details) : title)).toSorted();
}

/** One for the approval, one for each call that needs a person and had no grant, one for each doubt. */
function expectedQuestions(calls: readonly CallRow[], approvals: readonly ApprovalRow[]): string[] {
  const granted = new Set(
    approvals.filter(({ id }) => id.startsWith("grant_")).map(({ details }) => fieldOf(details, "callId")),
  );
  const confirmed = calls.filter(({ id, tool }) => (tool === "shop/pay" || tool === "shop/notify") && !granted.has(id));
  const doubts = approvals.filter(({ kind }) => kind === "in-doubt").map(({ details }) => doubtOf(details));
  return ["Pay 5?", ...confirmed.map(({ tool }) => `Run ${tool}?`), ...new Set(doubts)].toSorted();
}

function doubtOf(details: unknown): string {
  return `in doubt ${String(fieldOf(details, "callId"))} ${String(fieldOf(details, "attempts"))}`;
}

function fieldOf(details: unknown, field: string): unknown {
  return isPlainObject(details) ? details[field] : undefined;
}

/** The use of a grant carries the decision of its approval. */
function isForged(approval: ApprovalRow): boolean {
  if (approval.id.startsWith("grant_")) return false;
  try {
    return verifiedDecision(approval, signer) === undefined;
  } catch (error) {
    if (!isSopwithError(error, "DECISION_FORGED")) throw error;
    return true;
  }
}
