import { formatDuration } from "../base/duration.ts";
import type { AuditRow } from "../store/audit-store.ts";
import { startedStatus } from "../workflow/audit-trail.ts";
import type { StoreAuditRow } from "./audit-stores.ts";
import { formatTable } from "./format-table.ts";
import type { Paint } from "./paint.ts";
import { tableTime } from "./table-time.ts";
import { countOf, cutColumns } from "./view-text.ts";

/** Columns of a summary of arguments or result. */
const summaryColumns = 50;

/** One line for each call, oldest first; on a terminal of a `width` under a header. */
export function auditTable(all: readonly StoreAuditRow[], paint: Paint, width?: number): string {
  const ended = new Set(all.flatMap(({ callId, status }) => (status === startedStatus ? [] : [callId])));
  // Of a call that has ended its end says everything.
  const rows = all.filter(({ callId, status }) => status !== startedStatus || !ended.has(callId));
  const isTerminal = width !== undefined;
  // On a terminal a column that says nothing of any call is room for the others.
  const columns = auditColumns(paint, width).filter(
    ({ title, cell }) =>
      (title !== "store" && (!isTerminal || title !== "user")) || rows.some((row) => cell(row) !== "-"),
  );
  const header = isTerminal && rows.length > 0 ? [columns.map(({ title }) => paint("faint", title))] : [];
  const gives = ["arguments -> result", "thread", "tool"].map((name) =>
    columns.findIndex(({ title }) => title === name),
  );
  return formatTable([...header, ...rows.map((row) => columns.map(({ cell }) => cell(row)))], { width, gives });
}

interface AuditColumn {
  readonly title: string;
  readonly cell: (row: StoreAuditRow) => string;
}

function auditColumns(paint: Paint, width: number | undefined): AuditColumn[] {
  const time = (at: string): string => (width === undefined ? at.slice(0, 19).replace("T", " ") : tableTime(at, width));
  return [
    { title: "at (UTC)", cell: (row) => time(row.at) },
    { title: "store", cell: (row) => row.store ?? "-" },
    { title: "thread", cell: (row) => row.thread },
    { title: "user", cell: (row) => row.user ?? "-" },
    { title: "node", cell: (row) => row.node },
    { title: "tool", cell: (row) => (row.insteadOf === undefined ? row.tool : `${row.tool} for ${row.insteadOf}`) },
    {
      title: "status",
      cell: ({ status, code }) =>
        paint(status === "ok" ? "good" : "bad", code === undefined ? status : `${status} ${code}`),
    },
    {
      title: "took",
      cell: ({ attempts, durationMs }) =>
        attempts > 1 ? `${formatDuration(durationMs)}, ${attempts} attempts` : formatDuration(durationMs),
    },
    {
      title: "arguments -> result",
      cell: (row) => `${cutColumns(row.input, summaryColumns)} -> ${cutColumns(row.output, summaryColumns)}`,
    },
  ];
}

/** What our own tools do says nothing about the world, and a change of the registry is no call. */
const builtin = /^(?:(?:sop|user|skill|node|tool|result)\/|registry$)/;

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
  return `${countOf(last.length, "call")}, ${verdict}: ${parts.join("; ")}`;
}

/** A call that waited for a person and then ran counts as it ended. */
function lastOfEachCall(rows: readonly AuditRow[]): AuditRow[] {
  return [...new Map(rows.map((row) => [row.callId, row])).values()];
}
