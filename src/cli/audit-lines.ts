import stringWidth from "string-width";
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
  // On a terminal a column that says nothing of any call is room for the others.
  const isTerminal = width !== undefined;
  const columns = auditColumns(paint, width).filter(
    ({ title, cell }) =>
      (title !== "store" && (!isTerminal || title !== "user")) || rows.some((row) => cell(row) !== "-"),
  );
  const write = (dropped: readonly string[]): string => writeTable(columns, rows, { paint, width, dropped });
  if (!isTerminal) return write([]);
  const tables = leastNeeded.map((_, count) => write(leastNeeded.slice(0, count)));
  return tables.find((table) => isWithin(table, width)) ?? write(leastNeeded);
}

/** What a narrow terminal has no room for, in this order; the code stands behind the status. All of it is in `--json`. */
const leastNeeded = ["code", "node", "user", "took", "thread"];

interface TableOptions {
  readonly paint: Paint;
  readonly width: number | undefined;
  readonly dropped: readonly string[];
}

function writeTable(
  columns: readonly AuditColumn[],
  rows: readonly StoreAuditRow[],
  { paint, width, dropped }: TableOptions,
): string {
  const shown = columns.filter(({ title }) => !dropped.includes(title));
  const header = width !== undefined && rows.length > 0 ? [shown.map(({ title }) => paint("faint", title))] : [];
  const gives = ["arguments -> result", "thread", "node", "tool"].map((name) =>
    shown.findIndex(({ title }) => title === name),
  );
  const told = dropped.includes("code") ? rows.map(withoutCode) : rows;
  return formatTable([...header, ...told.map((row) => shown.map(({ cell }) => cell(row)))], { width, gives });
}

function withoutCode({ code: _code, ...row }: StoreAuditRow): StoreAuditRow {
  return row;
}

function isWithin(table: string, width: number): boolean {
  return table.split("\n").every((line) => stringWidth(line) <= width);
}

/** On one line; what is hidden in it shows. A model may ask for a tool of any name. */
function plain(text: string): string {
  return cutColumns(text, longestName);
}

/** No name of ours is longer. */
const longestName = 128;

interface AuditColumn {
  readonly title: string;
  readonly cell: (row: StoreAuditRow) => string;
}

function auditColumns(paint: Paint, width: number | undefined): AuditColumn[] {
  const time = (at: string): string => (width === undefined ? at.slice(0, 19).replace("T", " ") : tableTime(at, width));
  return [
    { title: "at (UTC)", cell: (row) => time(row.at) },
    { title: "store", cell: (row) => row.store ?? "-" },
    { title: "thread", cell: (row) => plain(row.thread) },
    { title: "user", cell: (row) => plain(row.user ?? "-") },
    { title: "node", cell: (row) => plain(row.node) },
    {
      title: "tool",
      cell: (row) => plain(row.insteadOf === undefined ? row.tool : `${row.tool} for ${row.insteadOf}`),
    },
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
  if (rows.every(({ tool }) => tool === "registry")) return `${countOf(rows.length, "change")} of the registry.`;
  const last = lastOfEachCall(rows).filter(({ tool }) => !builtin.test(tool));
  if (last.length === 0) return "No tools were called.";
  const tools = new Map<string, Map<string, number>>();
  for (const { tool, status } of last) {
    const statuses = tools.get(tool) ?? new Map<string, number>();
    tools.set(tool, statuses.set(status, (statuses.get(status) ?? 0) + 1));
  }
  const parts = [...tools].map(
    ([tool, statuses]) =>
      `${plain(tool)} ${[...statuses].map(([status, count]) => (count === 1 ? status : `${status} x${count}`)).join(", ")}`,
  );
  const worked = last.filter(({ status }) => status === "ok").length;
  const verdict = worked === last.length ? "all worked" : `${worked} worked`;
  return `${countOf(last.length, "call")}, ${verdict}: ${parts.join("; ")}`;
}

/** A call that waited for a person and then ran counts as it ended. */
function lastOfEachCall(rows: readonly AuditRow[]): AuditRow[] {
  return [...new Map(rows.map((row) => [row.callId, row])).values()];
}
