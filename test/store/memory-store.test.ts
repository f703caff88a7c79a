import { describe, expect, test } from "vitest";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { describeRunStore } from "./run-store.contract.ts";
import { callRow, turnRow, visit } from "./store-rows.ts";

describe("the memory store", () => {
  describeRunStore(createMemoryStore);

  test("says that it does not outlive the process", () => {
    expect(createMemoryStore()).toMatchObject({ kind: "memory", durable: false });
  });

  test("answers the journal at once and hands out the rows it was given", () => {
    const store = createMemoryStore();
    const [turn, call] = [turnRow(0), callRow("c1")];
    expect(store.putTurn(turn)).toBeUndefined();
    expect(store.putCall(call, true)).toBeUndefined();
    expect(store.turns(visit)).toEqual([turn]);
    expect(store.call("c1")).toBe(call);
  });
});
