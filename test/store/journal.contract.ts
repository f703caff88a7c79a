import { expect, test } from "vitest";
import type { CallRow, RunStore } from "../../src/store/run-store.ts";
import { callRow, turnRow, visit } from "./store-rows.ts";

/** What every store does with turns and calls; `current` gives the store of the running case. */
export function describeJournal(current: () => RunStore): void {
  test("gives the turns of one visit in order", async () => {
    const store = current();
    const elsewhere = [turnRow(0, { visit: 2 }), turnRow(0, { path: "assess/inner" }), turnRow(0, { run: "storm/2" })];
    for (const row of [turnRow(2), turnRow(0), ...elsewhere, turnRow(1)]) await store.putTurn(row);
    expect(await store.turns(visit)).toEqual([turnRow(0), turnRow(1), turnRow(2)]);
    expect(await store.turns({ ...visit, visit: 2 })).toEqual([turnRow(0, { visit: 2 })]);
    expect(await store.turns({ ...visit, visit: 3 })).toEqual([]);
  });

  test("replaces a turn and leaves it in its place", async () => {
    const store = current();
    for (const row of [turnRow(0), turnRow(1), turnRow(0, { reply: "again" })]) await store.putTurn(row);
    expect(await store.turns(visit)).toEqual([turnRow(0, { reply: "again" }), turnRow(1)]);
    expect(await store.runTurns("storm/1")).toEqual([turnRow(0, { reply: "again" }), turnRow(1)]);
  });

  test("gives all turns of a run in the order they began", async () => {
    const store = current();
    const rows = [turnRow(0), turnRow(0, { path: "act" }), turnRow(1), turnRow(0, { visit: 2 })];
    for (const row of [...rows, turnRow(0, { run: "storm/2" })]) await store.putTurn(row);
    expect(await store.runTurns("storm/1")).toEqual(rows);
    expect(await store.runTurns("nowhere")).toEqual([]);
  });

  test.each([false, true])("replaces a started call by its outcome (durable: %s)", async (durable) => {
    const store = current();
    const finished = callRow("c1", { status: "finished", outcome: { status: "ok", output: { wind: 9 } }, attempts: 2 });
    await store.putCall(callRow("c1", { inputHash: "h" }), durable);
    expect(await store.call("c1")).toEqual(callRow("c1", { inputHash: "h" }));
    await store.putCall(finished, durable);
    expect(await store.call("c1")).toEqual(finished);
    expect(await store.calls(visit)).toEqual([finished]);
    expect(await store.call("c2")).toBeUndefined();
  });

  test("gives the calls of one visit by turn and position, a stand-in after the call it stands in for", async () => {
    const store = current();
    const calls: readonly CallRow[] = [
      callRow("t1p0", { turn: 1 }),
      callRow("t0p1", { position: 1 }),
      callRow("t0p0"),
      callRow("t0p1-fallback", { position: 1, fallbackOf: "t0p1" }),
      callRow("other", { path: "act" }),
    ];
    for (const row of calls) await store.putCall(row, false);
    expect(ids(await store.calls(visit))).toEqual(["t0p0", "t0p1", "t0p1-fallback", "t1p0"]);
    expect(ids(await store.calls({ ...visit, path: "act" }))).toEqual(["other"]);
    expect(ids(await store.calls({ ...visit, path: "nowhere" }))).toEqual([]);
  });

  test("gives all calls of a run in the order they began, whichever ends last", async () => {
    const store = current();
    for (const id of ["c", "a", "b"]) await store.putCall(callRow(id), false);
    await store.putCall(callRow("elsewhere", { run: "storm/2" }), false);
    await store.putCall(callRow("a", { status: "finished" }), true);
    expect((await store.runCalls("storm/1")).map((row) => `${row.id} ${row.status}`)).toEqual([
      "c started",
      "a finished",
      "b started",
    ]);
  });

  test.each([
    ["names that JavaScript knows", { ["__proto__"]: "kept", constructor: 1 }],
    ["text of any kind", { text: "NUL \u0000, half a pair \ud800, 🌩 and ' \" ; --" }],
    ["numbers and nothing", [0.1, -0, 1e300, null, true, [], {}]],
  ])("keeps %s in what a tool was given", async (_what, input) => {
    const store = current();
    await store.putCall(callRow("c1", { input }), false);
    expect(JSON.stringify((await store.call("c1"))?.input)).toBe(JSON.stringify(input));
  });

  test("takes names of any kind apart", async () => {
    const store = current();
    const names = ["__proto__", "constructor", "a|b", "a", "b|1", "'; DROP TABLE calls; --", ""];
    for (const path of names) await store.putTurn(turnRow(0, { path, reply: path }));
    for (const path of names)
      expect(await store.turns({ ...visit, path })).toEqual([turnRow(0, { path, reply: path })]);
  });
}

function ids(rows: readonly CallRow[]): string[] {
  return rows.map((row) => row.id);
}
