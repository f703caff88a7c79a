import { isPlainObject } from "../base/json.ts";
import type { CallRow, ConformanceRow, TurnRow } from "../store/run-store.ts";
import { callIdentity } from "./call-identity.ts";
import { type Course, endOf, type ForkPoint } from "./run-points.ts";
import { isUnsettled, isWaiting } from "./shared-calls.ts";

/** The part of a journal that a fork begins with. */
export interface CopiedJournal {
  readonly turns: readonly TurnRow[];
  readonly calls: readonly CallRow[];
  /** Identities of the calls: the other run's to the fork's. */
  readonly ids: ReadonlyMap<string, string>;
}

/** What had happened at a point, under the identities of the run `run`. Calls without an end are left out. */
export function copyJournal({ turns, calls, checkpoints }: Course, point: ForkPoint, run: string): CopiedJournal {
  const isBefore = (row: TurnRow | CallRow, at: string): boolean => {
    const end = endOf(checkpoints, row);
    if (end <= point.checkpoint) return true;
    if (point.kind !== "turn" || end > point.checkpoint + 1) return false;
    const [here] = point.nodes;
    if (row.path === here?.path && row.visit === here.visit) return row.turn < point.turn!;
    return at <= point.at;
  };
  const kept = calls.filter(
    (row) => !isUnsettled(row) && !isWaiting(row) && isBefore(row, row.finishedAt ?? row.startedAt),
  );
  const ids = new Map(kept.map((row) => [row.id, newIdentity(row, run)]));
  return {
    ids,
    turns: turns.filter((row) => isBefore(row, row.at)).map((row) => ({ ...row, run })),
    calls: kept.map((row) => ({
      ...row,
      run,
      id: ids.get(row.id)!,
      outcome: withIdentities(row.outcome, ids),
      sharedFrom: row.sharedFrom ?? row.id,
      ...(row.fallbackOf !== undefined && { fallbackOf: ids.get(row.fallbackOf) ?? row.fallbackOf }),
    })),
  };
}

/** How the visits kept to their SOP, as far as the fork has turns of them. */
export function copyConformance(rows: readonly ConformanceRow[], { turns, ids }: CopiedJournal): ConformanceRow[] {
  return rows
    .filter(({ path, visit }) => turns.some((turn) => turn.path === path && turn.visit === visit))
    .map((row) => withIdentities(row, ids) as ConformanceRow);
}

/** What stands in for a call has that call's identity with a number behind it. */
function newIdentity(row: CallRow, run: string): string {
  const [, ...standsIn] = row.id.split("~");
  return [callIdentity({ ...row, run }, row.turn, row.position), ...standsIn].join("~");
}

/** The same value with the new identity wherever an old one stands. */
function withIdentities(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return ids.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => withIdentities(item, ids));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withIdentities(field, ids)]));
}
