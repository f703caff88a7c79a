import { hash } from "node:crypto";
import { canonicalJson } from "../base/json.ts";
import type { AuditEntry, AuditHead, AuditRow } from "./audit-store.ts";

/** An entry as the next row after `head`. */
export function toAuditRow(entry: AuditEntry, head: AuditHead | undefined): AuditRow {
  const previous = head?.hash ?? "";
  const seq = (head?.seq ?? 0) + 1;
  return { ...entry, seq, previous, hash: hashOf(entry, { seq, previous }) };
}

/**
 * The first row that does not fit its neighbours: changed, or next to one that is missing. `undefined` for a sound
 * chain. Who can write to the store can also rewrite all hashes, so compare the newest with a head kept elsewhere.
 */
export function findAuditBreak(rows: readonly AuditRow[]): AuditRow | undefined {
  let before: AuditRow | undefined;
  for (const row of rows) {
    const { seq, previous, hash: recorded, ...entry } = row;
    if (hashOf(entry, { seq, previous }) !== recorded) return row;
    if (before && (before.hash !== previous || before.seq + 1 !== seq)) return row;
    before = row;
  }
  return undefined;
}

function hashOf(entry: AuditEntry, place: { readonly seq: number; readonly previous: string }): string {
  return hash("sha256", `${place.previous}\n${place.seq}\n${canonicalJson(entry)}`, "hex");
}
