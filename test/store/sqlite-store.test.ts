import { Annotation, Command, interrupt, StateGraph } from "@langchain/langgraph";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { isSopwithError } from "../../src/base/errors.ts";
import type { RunStore } from "../../src/store/run-store.ts";
import { createSqliteStore } from "../../src/store/sqlite-store.ts";
import { describeRunStore } from "./run-store.contract.ts";
import { approvalRow, approved, callRow, runRow, turnRow, visit } from "./store-rows.ts";

const folder = mkdtempSync(join(tmpdir(), "sopwith-store-"));
let files = 0;
const newFile = (): string => join(folder, `${(files += 1)}`, "store.db");
afterAll(() => rmSync(folder, { recursive: true }));

describe("the sqlite store", () => {
  describeRunStore(() => createSqliteStore({ file: newFile() }));

  test("says that it outlives the process", () => {
    expect(createSqliteStore({ file: newFile() })).toMatchObject({ kind: "sqlite", durable: true });
  });

  test("touches no file before it is used", () => {
    const file = newFile();
    createSqliteStore({ file });
    expect(readdirSync(folder)).not.toContain(file.split("/").at(-2));
  });

  test("answers everything but the first saver at once", () => {
    const store = createSqliteStore({ file: newFile() });
    expect(store.putCall(callRow("c1"), true)).toBeUndefined();
    expect(store.calls(visit)).toEqual([callRow("c1")]);
    return store.close();
  });

  test("keeps file and companions from other users", async () => {
    const file = newFile();
    const store = createSqliteStore({ file });
    await store.putTurn(turnRow(0));
    await store.putCall(callRow("c1"), true);
    const modes = readdirSync(join(file, "..")).map((name) => {
      return [name, (statSync(join(file, "..", name)).mode & 0o777).toString(8)];
    });
    expect(Object.fromEntries(modes)).toEqual({ "store.db": "600", "store.db-shm": "600", "store.db-wal": "600" });
    expect((statSync(join(file, "..")).mode & 0o777).toString(8)).toBe("700");
    await store.close();
    expect(readdirSync(join(file, ".."))).toEqual(["store.db"]);
  });

  test("has everything again after it was closed and opened", async () => {
    const file = newFile();
    const before = createSqliteStore({ file });
    await before.putRun(runRow({ status: "waiting" }));
    await before.putTurn(turnRow(0));
    await before.putCall(callRow("c1"), false);
    await before.requestApproval(approvalRow("q1"));
    await before.decide("q1", approved, 0);
    await before.putSkillText("h1", "# Storm");
    await before.close();

    const after = createSqliteStore({ file });
    expect(await after.run("storm/1")).toEqual(runRow({ status: "waiting" }));
    expect(await after.thread("storm")).toMatchObject({ status: "waiting", lastRun: "storm/1" });
    expect(await after.runTurns("storm/1")).toEqual([turnRow(0)]);
    expect(await after.runCalls("storm/1")).toEqual([callRow("c1")]);
    expect(await after.approvals({ open: false })).toEqual([approvalRow("q1", { decision: approved })]);
    expect(await after.skillText("h1")).toBe("# Storm");
    await after.close();
  });

  test("shows at once what another store on the file has written", async () => {
    const file = newFile();
    const [one, two] = [createSqliteStore({ file }), createSqliteStore({ file })];
    expect(await two.calls(visit)).toEqual([]);
    await one.putCall(callRow("c1"), true);
    await one.putTurn(turnRow(0));
    expect(await two.calls(visit)).toEqual([callRow("c1")]);
    expect(await two.turns(visit)).toEqual([turnRow(0)]);
    await one.close();
    await two.close();
  });

  test("refuses to be used after it was closed, and closes twice", async () => {
    const store = createSqliteStore({ file: newFile() });
    await store.putTurn(turnRow(0));
    const saver = await store.checkpointer();
    await store.close();
    await store.close();
    expect(() => store.turns(visit)).toThrow(expect.toSatisfy(isClosed));
    await expect(saver.getTuple({ configurable: { thread_id: "t" } })).rejects.toSatisfy(isClosed);
  });

  test("lets a graph that waits go on from another store on the file", async () => {
    const file = newFile();
    const config = { configurable: { thread_id: "storm/1" } };
    const first = createSqliteStore({ file });
    const waiting = await (await askingGraph(first)).invoke({ said: ["start"] }, config);
    expect(waiting).toMatchObject({ said: ["start", "looked"], __interrupt__: [{ value: "Go on?" }] });
    await first.close();

    const second = createSqliteStore({ file });
    expect(await (await askingGraph(second)).invoke(new Command({ resume: "yes" }), config)).toEqual({
      said: ["start", "looked", "yes"],
    });
    await second.close();
  });
});

const State = Annotation.Root({
  said: Annotation<string[]>({ reducer: (before, added) => [...before, ...added], default: () => [] }),
});

/** Two nodes, the second of which waits for a person. */
async function askingGraph(store: RunStore) {
  return new StateGraph(State)
    .addNode("look", () => ({ said: ["looked"] }))
    .addNode("ask", () => ({ said: [interrupt<string, string>("Go on?")] }))
    .addEdge("__start__", "look")
    .addEdge("look", "ask")
    .addEdge("ask", "__end__")
    .compile({ checkpointer: await store.checkpointer() });
}

function isClosed(error: unknown): boolean {
  return isSopwithError(error, "STORE_CLOSED");
}
