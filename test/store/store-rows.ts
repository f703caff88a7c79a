import type { ApprovalRow, CallRow, DecisionRow, RunRow, TurnRow, VisitKey } from "../../src/store/run-store.ts";

export const visit: VisitKey = { run: "storm/1", path: "assess", visit: 1 };

/** A run of thread `storm`, unless `changes` say otherwise. */
export function runRow(changes: Partial<RunRow> = {}): RunRow {
  return {
    id: "storm/1",
    thread: "storm",
    ordinal: 1,
    workflow: "event-safety",
    workflowHash: "w1",
    status: "running",
    text: "Is the regatta safe?",
    input: { request: "Is the regatta safe?" },
    skills: { "event-safety": "s1" },
    usage: { inputTokens: 12, outputTokens: 3 },
    startedAt: "2026-05-01T10:00:00.000Z",
    ...changes,
  };
}

/** A turn of {@link visit}. */
export function turnRow(turn: number, changes: Partial<TurnRow> = {}): TurnRow {
  const reply = { text: `turn ${turn}`, calls: [] };
  return { ...visit, turn, reply, at: "2026-05-01T10:00:01.000Z", ...changes };
}

/** A started call of {@link visit}. */
export function callRow(id: string, changes: Partial<CallRow> = {}): CallRow {
  return {
    ...visit,
    id,
    turn: 0,
    position: 0,
    tool: "weather/get_current",
    input: { city: "Kiel" },
    status: "started",
    attempts: 1,
    startedAt: "2026-05-01T10:00:02.000Z",
    ...changes,
  };
}

/** A question of {@link visit}, undecided and without a deadline. */
export function approvalRow(id: string, changes: Partial<ApprovalRow> = {}): ApprovalRow {
  return {
    ...visit,
    id,
    thread: "storm",
    kind: "approval",
    title: "Cancel event 7?",
    requestedAt: "2026-05-01T10:00:03.000Z",
    ...changes,
  };
}

export const approved: DecisionRow = {
  approved: true,
  by: "mira",
  identity: "claimed",
  at: "2026-05-01T10:05:00.000Z",
};

export const rejected: DecisionRow = { ...approved, approved: false, by: "ole", reason: "Too early." };
