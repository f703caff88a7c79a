import type { Awaitable } from "../base/awaitable.ts";
import type { ModelReply } from "../model/model.ts";
import type { CallRow, RunStore, VisitKey } from "../store/run-store.ts";
import type { CallJournal, JournalledCall } from "../tools/call-scope.ts";
import type { ToolOutcome } from "../tools/tool-outcome.ts";
import { callIdentity } from "./call-identity.ts";

/** What one node visit remembers: its turns and its calls. A visit that is entered again finds here what it did. */
export interface VisitJournal extends CallJournal {
  /** What the model answered in this turn, if it was asked already. */
  turn(index: number): ModelReply | undefined;
  keepTurn(index: number, reply: ModelReply): Awaitable<void>;
  /** The identity of the call at this place. Calls are journalled under it. */
  callAt(turn: number, position: number): string;
}

/** Reads what the store knows of a visit, and keeps what the visit does from now on. */
export async function openVisitJournal(store: RunStore, visit: VisitKey): Promise<VisitJournal> {
  const key: VisitKey = { run: visit.run, path: visit.path, visit: visit.visit };
  const turns = new Map<number, ModelReply>();
  for (const row of await store.turns(key)) turns.set(row.turn, row.reply as ModelReply);
  const calls = new Map<string, CallRow>();
  for (const row of await store.calls(key)) calls.set(row.id, row);
  const places = new Map<string, { readonly turn: number; readonly position: number }>();

  /** Keeps a row here and in the store; `durable` rows are safe when this returns. */
  const put = (row: CallRow, durable: boolean): Awaitable<void> => {
    calls.set(row.id, row);
    return store.putCall(row, durable);
  };
  const place = (callId: string): { readonly turn: number; readonly position: number } => {
    const found = places.get(callId.split("~", 1)[0] ?? callId);
    return found ?? { turn: 0, position: 0 };
  };

  return {
    turn: (index) => turns.get(index),
    keepTurn(index, reply) {
      turns.set(index, reply);
      return store.putTurn({ ...key, turn: index, reply, at: new Date().toISOString() });
    },
    callAt(turn, position) {
      const id = callIdentity(key, turn, position);
      places.set(id, { turn, position });
      return id;
    },
    find: (callId) => toJournalled(calls.get(callId)),
    start({ callId, tool, input, inputHash, attempt, fallbackOf }) {
      const before = calls.get(callId);
      const startedAt = before?.startedAt ?? new Date().toISOString();
      return put(
        { ...key, ...place(callId), id: callId, tool, input, inputHash, status: "started", attempts: attempt, startedAt, ...(fallbackOf !== undefined && { fallbackOf }) },
        true,
      );
    },
    finish({ callId, tool, input, inputHash, fallbackOf, durable }, outcome) {
      const finishedAt = new Date().toISOString();
      const startedAt = calls.get(callId)?.startedAt ?? finishedAt;
      const row: CallRow = {
        ...key,
        ...place(callId),
        id: callId,
        tool,
        input,
        ...(inputHash !== undefined && { inputHash }),
        status: "finished",
        attempts: outcome.attempts,
        outcome,
        startedAt,
        finishedAt,
        ...(fallbackOf !== undefined && { fallbackOf }),
      };
      return put(row, durable);
    },
  };
}

function toJournalled(row: CallRow | undefined): JournalledCall | undefined {
  if (!row) return undefined;
  return {
    status: row.status,
    attempts: row.attempts,
    ...(row.inputHash !== undefined && { inputHash: row.inputHash }),
    ...(row.outcome !== undefined && { outcome: row.outcome as ToolOutcome }),
  };
}
