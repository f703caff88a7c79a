import stringWidth from "string-width";
import { expect, test } from "vitest";
import { auditSummary, auditTable } from "../../src/cli/audit-lines.ts";
import type { StoreAuditRow } from "../../src/cli/audit-stores.ts";
import { createPaint } from "../../src/cli/paint.ts";

const row: StoreAuditRow = {
  seq: 1,
  previous: "",
  hash: "",
  id: "c1:ok",
  run: "t/1",
  callId: "c1",
  at: "2026-05-01T10:00:00.000Z",
  thread: "event-safety-approved-2",
  node: "assess/inner",
  tool: "weather/get_current",
  status: "ok",
  attempts: 1,
  durationMs: 84,
  input: '{"city":"Shanghai","days":3}',
  output: '{"condition":"Storm","wind":12}',
};
const rows: readonly StoreAuditRow[] = [
  row,
  {
    ...row,
    callId: "c2",
    status: "unavailable",
    code: "TOOL_NOT_AVAILABLE",
    attempts: 3,
    user: "mira",
    insteadOf: "a/b",
  },
  { ...row, callId: "c3", thread: "evil\u001B[31m\u202Ename", tool: "工具".repeat(80), node: "n".repeat(200) },
];
const columnsAt: readonly [number, readonly string[]][] = [
  [200, ["at (UTC)", "thread", "user", "node", "tool", "status", "took", "arguments -…"]],
  [120, ["at (UTC)", "thread", "user", "node", "tool", "status", "took", "arguments -…"]],
  [80, ["at (UTC)", "thread", "tool", "status", "arguments -…"]],
  [60, ["at (UTC)", "tool", "status", "arguments -…"]],
];

test.each(columnsAt)("a table fits %i columns by leaving out what is least needed", (width, titles) => {
  const lines = auditTable(rows, createPaint(false), width).trimEnd().split("\n");
  expect(lines[0]!.split(/ {2,}/)).toEqual(titles);
  expect(lines.filter((line) => stringWidth(line) > width)).toEqual([]);
});

test("a piped table is whole but for names without end, and shows what is hidden in them", () => {
  const table = auditTable(rows, createPaint(false));
  expect(table).toContain("unavailable TOOL_NOT_AVAILABLE");
  expect(table).toContain("evil\\u{1b}[31m\\u{202e}name");
  expect(table).not.toMatch(/[\u001B\u202E]/);
  const summary = auditSummary([{ ...row, tool: `x\u001B[2J${"y".repeat(500)}` }]);
  expect(summary).toMatch(/^1 call, all worked: x\\u\{1b\}\[2Jy+… ok$/);
});

test("changes of the registry are counted where nothing else is listed, and are no calls beside others", () => {
  const change = { ...row, callId: "change_1", tool: "registry" };
  expect(auditSummary([change])).toBe("1 change of the registry.");
  expect(auditSummary([change, { ...row, tool: "a/one" }])).toMatch(/^1 call, /);
});
