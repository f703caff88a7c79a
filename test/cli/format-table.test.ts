import { expect, test } from "vitest";
import { formatTable } from "../../src/cli/format-table.ts";
import { tableTime } from "../../src/cli/table-time.ts";

const rows = [
  ["evt-1", "滨江露天音乐会 Riverside Open-Air Concert", "waits for a person who decides"],
  ["evt-22", "Fair", "done"],
];

test("aligns cells by their width on a terminal", () => {
  expect(formatTable(rows)).toBe(
    "evt-1   滨江露天音乐会 Riverside Open-Air Concert  waits for a person who decides\n" +
      "evt-22  Fair                                       done\n",
  );
});

test("cuts the column that gives way, and only as far as it must", () => {
  expect(formatTable(rows, { width: 60, gives: 1 })).toBe(
    "evt-1   滨江露天音乐会 Rive…  waits for a person who decides\nevt-22  Fair                  done\n",
  );
});

test("lets the next column give way where the first has become too narrow", () => {
  expect(formatTable(rows, { width: 40, gives: [1, 2] })).toBe(
    "evt-1   滨江露天音…  waits for a perso…\nevt-22  Fair         done\n",
  );
});

test("shows a time short on a terminal and whole in a pipe", () => {
  const now = new Date("2026-11-30T12:00:00.000Z");
  expect([
    tableTime("2026-11-30T10:12:57.486Z", 80, now),
    tableTime("2026-11-29T10:12:57.486Z", 80, now),
    tableTime("2026-11-30T10:12:57.486Z", undefined, now),
  ]).toEqual(["10:12:57", "2026-11-29 10:12:57", "2026-11-30T10:12:57.486Z"]);
});
