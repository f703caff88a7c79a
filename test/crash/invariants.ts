import { existsSync, readFileSync } from "node:fs";
import { isPlainObject } from "../../src/base/json.ts";
import { findAuditBreak } from "../../src/store/audit-chain.ts";
import type { ApprovalRow, CallRow, RunStore } from "../../src/store/run-store.ts";
import { CANARY } from "./shop.ts";
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
  questions: ["Pay 5?", "Run shop/notify?"],
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
    ...check("8 each question was asked once", titlesOf(approvals), new Set(REFERENCE.questions)),
  ];
  return violations;
}

function check(what: string, seen: unknown, expected: unknown): string[] {
  const [a, b] = [seen, expected].map((value) => JSON.stringify(value instanceof Set ? [...value] : value));
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

/** Questions about calls in doubt, and about calls made anew after one, come on top. */
function titlesOf(approvals: readonly ApprovalRow[]): Set<string> {
  const asked = approvals.filter(({ kind, id }) => kind !== "in-doubt" && !id.startsWith("grant_"));
  const titles = asked.map(({ title }) => title).filter((title) => title !== "Run shop/pay?");
  return new Set(titles);
}
