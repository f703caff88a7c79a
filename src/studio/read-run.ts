import type { ModelCall, ModelReply } from "../model/model.ts";
import type { AuditRow } from "../store/audit-store.ts";
import type { ApprovalRow, CallRow, ConformanceRow, RunRow, RunStore, VisitKey } from "../store/run-store.ts";
import type { NodeStatus } from "../trace/run-event.ts";
import { callIdentity } from "../workflow/call-identity.ts";
import { findRun, readCourse } from "../workflow/run-points.ts";

/** One call: what the model asked for, and what the gateway's two records know of it. */
export interface JoinedCall {
  readonly id: string;
  /** Absent for calls of nodes that ask no model, and for fallbacks. */
  readonly asked?: ModelCall;
  /** Absent where it was refused before it could be written down. */
  readonly journal?: CallRow;
  /** The last record of the audit trail; absent while the call is under way. */
  readonly audit?: AuditRow;
}

/** One question to the model with the calls that came of it; without `reply` the calls of a node that asks none. */
export interface JoinedTurn {
  readonly turn: number;
  readonly at?: string;
  readonly reply?: ModelReply;
  readonly calls: readonly JoinedCall[];
}

/** One entry into a node. */
export interface JoinedVisit extends Pick<VisitKey, "path" | "visit"> {
  /** Absent while it has not ended. */
  readonly status?: NodeStatus;
  readonly turns: readonly JoinedTurn[];
  readonly conformance?: ConformanceRow;
  readonly questions: readonly ApprovalRow[];
}

/** A run with everything that the store knows of its course. */
export interface JoinedRun {
  readonly run: RunRow;
  /** How many runs its thread has. */
  readonly runs: number;
  /** In the order in which they began. */
  readonly visits: readonly JoinedVisit[];
}

/** As many records of one thread are looked through. */
const mostRecords = 20_000;

/**
 * Reads a run and joins the model's side and the gateway's by the identity of the calls.
 * @param number of the run in its thread; the newest where it is absent
 * @throws `THREAD_NOT_FOUND`, `FORK_POINT_UNKNOWN`
 */
export async function readJoinedRun(store: RunStore, thread: string, number?: number): Promise<JoinedRun> {
  const run = await findRun(store, thread, number);
  const [course, audit, questions, row] = await Promise.all([
    readCourse(store, run),
    store.audit({ thread, limit: mostRecords }),
    store.approvals({ run: run.id }),
    store.thread(thread),
  ]);
  const visits = new Map<string, Gathered>();
  const visitOf = ({ path, visit }: Pick<VisitKey, "path" | "visit">, at: string): Gathered => {
    const key = `${path}\n${visit}`;
    const known = visits.get(key) ?? { key: { run: run.id, path, visit }, at, turns: [], calls: [], questions: [] };
    if (at < known.at) known.at = at;
    visits.set(key, known);
    return known;
  };
  for (const turn of course.turns) visitOf(turn, turn.at).turns.push(turn);
  for (const call of course.calls) visitOf(call, call.startedAt).calls.push(call);
  for (const question of questions) visitOf(question, question.requestedAt).questions.push(question);
  for (const { kind, nodes, at } of course.points)
    if (kind === "node")
      for (const node of nodes) {
        const visit = visitOf(node, at);
        if (node.status !== undefined) visit.status = node.status;
      }
  const records = new Map(audit.filter((entry) => entry.run === run.id).map((entry) => [entry.callId, entry]));
  const inOrder = [...visits.values()].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const joined = inOrder.map((visit) => joinVisit(visit, records, run));
  return { run, runs: row?.runs ?? run.ordinal, visits: withUnplaced(joined, [...records.values()]) };
}

interface Gathered {
  readonly key: VisitKey;
  at: string;
  status?: NodeStatus;
  readonly turns: { readonly turn: number; readonly at: string; readonly reply: unknown }[];
  readonly calls: CallRow[];
  readonly questions: ApprovalRow[];
}

/** Takes the records that it places out of `records`. */
function joinVisit({ key, status, ...found }: Gathered, records: Map<string, AuditRow>, run: RunRow): JoinedVisit {
  const { path, visit } = key;
  const take = (id: string): Pick<JoinedCall, "audit"> => {
    const audit = records.get(id);
    records.delete(id);
    return audit ? { audit } : {};
  };
  const numbers = [...new Set([...found.turns, ...found.calls].map(({ turn }) => turn))].toSorted((a, b) => a - b);
  const turns = numbers.map((turn): JoinedTurn => {
    const row = found.turns.find((other) => other.turn === turn);
    const reply = row?.reply as ModelReply | undefined;
    const journalled = found.calls.filter((call) => call.turn === turn);
    const asked = (reply?.calls ?? []).map((call, position): JoinedCall => {
      const id = callIdentity(key, turn, position);
      const journal = journalled.find((other) => other.id === id);
      return { id, asked: call, ...(journal && { journal }), ...take(id) };
    });
    const others = journalled
      .filter(({ id }) => !asked.some((call) => call.id === id))
      .map((journal): JoinedCall => ({ id: journal.id, journal, ...take(journal.id) }));
    return { turn, ...(row && { at: row.at }), ...(reply && { reply }), calls: [...asked, ...others] };
  });
  const conformance = run.conformance?.find((row) => row.path === path && row.visit === visit);
  return {
    path,
    visit,
    ...(status !== undefined && { status }),
    turns,
    ...(conformance && { conformance }),
    questions: found.questions,
  };
}

/** Calls that were refused before the journal, of nodes that ask no model: the trail knows their node only. */
function withUnplaced(visits: readonly JoinedVisit[], records: readonly AuditRow[]): readonly JoinedVisit[] {
  const byNode = Map.groupBy(records, ({ node }) => node);
  const placed = visits.map((visit) => {
    const isLast = visits.findLast(({ path }) => path === visit.path) === visit;
    const left = isLast ? byNode.get(visit.path) : undefined;
    if (!left) return visit;
    byNode.delete(visit.path);
    return { ...visit, turns: [...visit.turns, turnOf(left)] };
  });
  const strangers = [...byNode].map(([path, rows]): JoinedVisit => ({
    path,
    visit: 1,
    turns: [turnOf(rows)],
    questions: [],
  }));
  return [...placed, ...strangers];
}

function turnOf(rows: readonly AuditRow[]): JoinedTurn {
  return { turn: 0, calls: rows.map((audit) => ({ id: audit.callId, audit })) };
}
