import { expect, test } from "vitest";
import { formatTable } from "../../src/cli/format-table.ts";
import { wantsColour } from "../../src/cli/terminal.ts";
import { cutColumns, previewInput } from "../../src/cli/view-text.ts";

test("aligns columns by their width on a terminal", () => {
  expect(
    formatTable([
      ["complaint", "处理投诉", "x"],
      ["投诉", "short", "y"],
      ["a", "", ""],
    ]),
  ).toBe("complaint  处理投诉  x\n投诉       short     y\na\n");
});

test("lets one column give way on a terminal, and none in a pipe", () => {
  const rows = [["parcels/find", "Where a parcel was last seen.", "config"]];
  expect(formatTable(rows, { width: 40, gives: 1 })).toBe("parcels/find  Where a parcel wa…  config\n");
  expect(formatTable(rows, { width: 10, gives: 1 })).toBe("parcels/find  Where a par…  config\n");
  expect(formatTable(rows, { width: undefined, gives: 1 })).toBe(formatTable(rows));
});

test("keeps the paint of a cell that gives way around what is left", () => {
  const rows = [["a", "\u001B[2marguments and result\u001B[22m"]];
  expect(formatTable(rows, { width: 15, gives: 1 })).toBe("a  \u001B[2marguments a…\u001B[22m\n");
});

test.each([
  ["hello", 5, "hello"],
  ["hello you", 6, "hello…"],
  ["处理投诉", 6, "处理…"],
  ["a\n  b\tc", 10, "a b c"],
  ["bob\u202Eevil\u001B[2J", 40, "bob\\u{202e}evil\\u{1b}[2J"],
  ["👩‍👩‍👧 family", 4, "👩‍👩‍👧 …"],
])("cuts %j at %i columns", (text, columns, cut) => {
  expect(cutColumns(text, columns)).toBe(cut);
});

test("shows arguments on one line, cycles and all", () => {
  const input: Record<string, unknown> = { city: "Bremen", none: undefined };
  input["self"] = input;
  expect(previewInput(input)).toBe('{"city":"Bremen","self":"[cycle]"}');
});

test.each([
  [{}, true, true],
  [{}, false, false],
  [{ NO_COLOR: "1" }, true, false],
  [{ NO_COLOR: "" }, true, true],
  [{ TERM: "dumb" }, true, false],
  [{ FORCE_COLOR: "1" }, false, true],
  [{ FORCE_COLOR: "0" }, true, false],
])("with %j on a terminal %j wants colours: %j", (env, isTerminal, wanted) => {
  expect(wantsColour(env, isTerminal)).toBe(wanted);
});
