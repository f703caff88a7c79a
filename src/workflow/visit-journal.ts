import type { Awaitable } from "../base/awaitable.ts";
import type { ModelReply } from "../model/model.ts";
import type { CallRow, RunStore, TurnRow, VisitKey } from "../store/run-store.ts";
import type { CallJournal, JournalledCall } from "../tools/call-scope.ts";
import type { ToolOutcome } from "../tools/tool-outcome.ts";
import { callIdentity } from "./call-identity.ts";
import type { RunContext } from "./run-context.ts";

/** What one node visit remembers: its turns and its calls. A visit that is entered again finds here what it did. */
export interface VisitJournal extends CallJournal {
  /** What the model answered in this turn, if it was asked already. */
  turn(index: number): ModelReply | undefined;
  /** Hash of what the model was told before that answer, where it is on record. */
  requestOf(index: number): string | undefined;
  keepTurn(index: number, reply: ModelReply, request: string): Awaitable<void>;
  /** The identity of the call at this place. Calls are journalled under it. */
  callAt(turn: number, position: number): string;
  /** What is on record of a call of this visit. */
  row(callId: string): CallRow | undefined;
  /** When a call of this visit ended, in ms since the epoch. */
  endedAt(callId: string): number | undefined;
}

/** Reads what the store knows of a visit, and keeps what the visit does from now on. */
export async function openVisitJournal(
  { parts: { store }, shared }: Pick<RunContext, "parts" | "shared">,
  visit: VisitKey,
): Promise<VisitJournal> {
  const key: VisitKey = { run: visit.run, path: visit.path, visit: visit.visit };
  const kept = { turns: await store.turns(key), calls: await store.calls(key), shared };
  return new StoreVisitJournal(store, key, kept);
}

type JournalCall = Parameters<CallJournal["finish"]>[0];

class StoreVisitJournal implements VisitJournal {
  readonly shared?: NonNullable<CallJournal["shared"]>;
  readonly #store: RunStore;
  readonly #key: VisitKey;
  readonly #turns = new Map<number, Pick<TurnRow, "reply" | "request">>();
  readonly #calls = new Map<string, CallRow>();
  /** The calls of other runs whose outcome was taken, by the call that took it. */
  readonly #origins = new Map<string, string>();
  /** Where the calls of this visit stand, by identity. */
  readonly #places = new Map<string, { readonly turn: number; readonly position: number }>();

  constructor(
    store: RunStore,
    key: VisitKey,
    kept: Pick<RunContext, "shared"> & { readonly turns: readonly TurnRow[]; readonly calls: readonly CallRow[] },
  ) {
    this.#store = store;
    this.#key = key;
    for (const row of kept.turns) this.#turns.set(row.turn, row);
    for (const row of kept.calls) this.#calls.set(row.id, row);
    const { shared } = kept;
    if (!shared) return;
    this.shared = async ({ callId, ...wanted }) => {
      const row = await shared.take(wanted);
      if (row) this.#origins.set(callId, row.sharedFrom ?? row.id);
      return toJournalled(row);
    };
  }

  turn(index: number): ModelReply | undefined {
    return this.#turns.get(index)?.reply as ModelReply | undefined;
  }

  requestOf(index: number): string | undefined {
    return this.#turns.get(index)?.request;
  }

  keepTurn(index: number, reply: ModelReply, request: string): Awaitable<void> {
    const { run, path, visit } = this.#key;
    const row = { run, path, visit, turn: index, reply, request, at: new Date().toISOString() };
    this.#turns.set(index, row);
    return this.#store.putTurn(row);
  }

  callAt(turn: number, position: number): string {
    const id = callIdentity(this.#key, turn, position);
    this.#places.set(id, { turn, position });
    return id;
  }

  row(callId: string): CallRow | undefined {
    return this.#calls.get(callId);
  }

  endedAt(callId: string): number | undefined {
    const at = this.#calls.get(callId)?.finishedAt;
    return at === undefined ? undefined : Date.parse(at);
  }

  find(callId: string): JournalledCall | undefined {
    return toJournalled(this.#calls.get(callId));
  }

  start(call: Parameters<CallJournal["start"]>[0]): Awaitable<void> {
    const startedAt = this.#calls.get(call.callId)?.startedAt ?? new Date().toISOString();
    return this.#put({ ...this.#rowOf(call), status: "started", attempts: call.attempt, startedAt }, true);
  }

  finish(call: JournalCall, outcome: ToolOutcome): Awaitable<void> {
    const finishedAt = new Date().toISOString();
    const startedAt = this.#calls.get(call.callId)?.startedAt ?? finishedAt;
    return this.#put(
      { ...this.#rowOf(call), status: "finished", attempts: outcome.attempts, outcome, startedAt, finishedAt },
      call.durable,
    );
  }

  /** Keeps a row here and in the store; `durable` rows are safe when this returns. */
  #put(row: CallRow, durable: boolean): Awaitable<void> {
    this.#calls.set(row.id, row);
    return this.#store.putCall(row, durable);
  }

  /** A fallback stands where the call stands that it replaces. */
  #rowOf({
    callId,
    tool,
    input,
    inputHash,
    change,
    fallbackOf,
  }: Omit<JournalCall, "durable">): Omit<CallRow, "status" | "attempts" | "startedAt"> {
    const sharedFrom = this.#origins.get(callId) ?? this.#calls.get(callId)?.sharedFrom;
    const place = this.#places.get(callId.split("~", 1)[0] ?? callId) ?? { turn: 0, position: 0 };
    return {
      ...this.#key,
      ...place,
      id: callId,
      tool,
      input,
      ...(inputHash !== undefined && { inputHash }),
      ...(change !== undefined && { change }),
      ...(fallbackOf !== undefined && { fallbackOf }),
      ...(sharedFrom !== undefined && { sharedFrom }),
    };
  }
}

function toJournalled(row: CallRow | undefined): JournalledCall | undefined {
  if (!row) return undefined;
  return {
    status: row.status,
    attempts: row.attempts,
    input: row.input,
    ...(row.inputHash !== undefined && { inputHash: row.inputHash }),
    ...(row.change !== undefined && { change: row.change }),
    ...(row.outcome !== undefined && { outcome: row.outcome as ToolOutcome }),
  };
}
