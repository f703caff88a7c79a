import { hostname } from "node:os";
import process from "node:process";
import type { AuditRow, AuditStore } from "../../store/audit-store.ts";
import type { CallJournal } from "../../tools/call-scope.ts";
import type { Caller } from "../../tools/tool.ts";
import { type AuditTrail, startedStatus } from "../../workflow/audit-trail.ts";

/**
 * Has the audit trail say of each call that changes something that it is about to begin, as the journal of a run does: if
 * we are killed in the middle, there is a record of what may have happened.
 */
export function createIntentJournal(audit: AuditTrail, caller: Caller): CallJournal {
  return {
    find: () => undefined,
    start: ({ callId, tool, input, attempt }) =>
      attempt > 1
        ? undefined
        : audit.intend({ at: Date.now(), caller, effect: "write", callId, tool, input, notes: [ownMark()] }),
    // How it ended is recorded as for every call.
    finish: () => undefined,
  };
}

/** How many calls are looked through, newest first. */
const mostLooked = 10_000;

/** Calls that were begun and have no end on record, though nobody can be making them any more; oldest first. */
export async function findCutOffCalls(store: AuditStore): Promise<readonly AuditRow[]> {
  const started = await store.audit({ status: startedStatus, limit: mostLooked });
  const [first] = started;
  if (!first) return [];
  const rows = await store.audit({ since: first.at, limit: mostLooked * 3 });
  const ended = new Set(rows.flatMap(({ callId, status }) => (status === startedStatus ? [] : [callId])));
  return started.filter((row) => !ended.has(row.callId) && !mayBeAlive(row));
}

/** Gives each call that was cut off its end on record: it is not known whether it had its effect. */
export async function settleCutOffCalls(store: AuditStore): Promise<readonly AuditRow[]> {
  const found = await findCutOffCalls(store);
  const entries = found.map(({ seq: _seq, previous: _previous, hash: _hash, notes: _notes, ...row }) => ({
    ...row,
    id: `${row.callId}:in_doubt`,
    output: "The process that made the call ended in its middle, so nobody knows whether it had its effect.",
    status: "in_doubt",
    code: "MCP_CALL_CUT_OFF",
    attempts: 1,
  }));
  if (entries.length > 0) await store.appendAudit(entries, true);
  return found;
}

function ownMark(): string {
  return `process ${process.pid} on ${hostname()}`;
}

/** Of another machine's processes nothing is known. */
function mayBeAlive({ notes = [] }: AuditRow): boolean {
  const [, pid, host] = /^process (\d+) on (.*)$/.exec(notes[0] ?? "") ?? [];
  if (pid === undefined || host !== hostname()) return true;
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
