import { formatDuration } from "../base/duration.ts";
import type { AuditRow } from "../store/audit-store.ts";
import { formatTable } from "./format-table.ts";
import type { Paint } from "./paint.ts";
import { cutColumns } from "./view-text.ts";

/** Columns of a summary of arguments or result. */
const summaryColumns = 50;

/** One line for each call, oldest first; on a terminal of a `width` under a header. */
export function auditTable(rows: readonly AuditRow[], paint: Paint, width?: number): string {
  const titles = ["at (UTC)", "thread", "user", "node", "tool", "status", "took", "arguments -> result"];
  const header = width === undefined || rows.length === 0 ? [] : [titles.map((title) => paint("faint", title))];
  return formatTable(
    [
      ...header,
      ...rows.map((row) => [
        row.at.slice(0, 19).replace("T", " "),
        row.thread,
        row.user ?? "-",
        row.node,
        row.insteadOf === undefined ? row.tool : `${row.tool} for ${row.insteadOf}`,
        paint(row.status === "ok" ? "good" : "bad", row.code === undefined ? row.status : `${row.status} ${row.code}`),
        formatDuration(row.durationMs),
        `${cutColumns(row.input, summaryColumns)} -> ${cutColumns(row.output, summaryColumns)}`,
      ]),
    ],
    { width, gives: 7 },
  );
}

/** What our own tools do says nothing about the world. */
const builtin = /^(sop|user|skill|node|tool|result)\//;

/** What was called, and whether it worked, in one line. */
export function auditSummary(rows: readonly AuditRow[]): string {
  if (rows.length === 0) return "No calls are on record.";
  const last = lastOfEachCall(rows).filter(({ tool }) => !builtin.test(tool));
  if (last.length === 0) return "No tools were called.";
  const tools = new Map<string, Map<string, number>>();
  for (const { tool, status } of last) {
    const statuses = tools.get(tool) ?? new Map<string, number>();
    tools.set(tool, statuses.set(status, (statuses.get(status) ?? 0) + 1));
  }
  const parts = [...tools].map(
    ([tool, statuses]) =>
      `${tool} ${[...statuses].map(([status, count]) => (count === 1 ? status : `${status} x${count}`)).join(", ")}`,
  );
  const worked = last.filter(({ status }) => status === "ok").length;
  const verdict = worked === last.length ? "all worked" : `${worked} worked`;
  return `${last.length === 1 ? "1 call" : `${last.length} calls`}, ${verdict}: ${parts.join("; ")}`;
}

/** A call that waited for a person and then ran counts as it ended. */
function lastOfEachCall(rows: readonly AuditRow[]): AuditRow[] {
  return [...new Map(rows.map((row) => [row.callId, row])).values()];
}
