import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { canonicalJson } from "../../../src/base/json.ts";
import { defineTool } from "../../../src/tools/define-tool.ts";
import { toolError } from "../../../src/tools/tool-error.ts";
import type { AnyTool, Idempotency } from "../../../src/tools/tool.ts";
import { memoryJournal, timeless, tryCall } from "./try-gateway.ts";

const input = { id: "o1" };
const inputHash = createHash("sha256").update(canonicalJson(input)).digest("hex");
const started = { status: "started", attempts: 1, inputHash } as const;

interface Writer {
  readonly idempotency: Idempotency;
  readonly lookup?: () => { readonly found: true; readonly output: unknown } | { readonly found: false };
  readonly fails?: boolean;
}

/** A write that notes each key it is run with. */
function writer({ idempotency, lookup, fails }: Writer): { readonly tool: AnyTool; readonly keys: string[] } {
  const keys: string[] = [];
  const tool = defineTool({
    name: "pay/refund",
    description: "d",
    effect: "write",
    idempotency,
    input: z.object({ id: z.string() }),
    run: (_, { idempotencyKey, attempt }) => {
      keys.push(`${idempotencyKey} ${attempt}`);
      if (fails) throw toolError({ code: "X", message: "Declined.", effect: "none" });
      return "paid";
    },
    ...(lookup && { lookup }),
  });
  return { tool, keys };
}

test("answers a finished call from the record and runs nothing", async () => {
  const { tool, keys } = writer({ idempotency: "keyed" });
  const outcome = {
    status: "ok",
    output: "paid before",
    callId: "c1",
    tool: "pay/refund",
    attempts: 2,
    durationMs: 5,
  } as const;
  const journal = memoryJournal({ c1: { status: "finished", attempts: 2, inputHash, outcome } });
  expect(await tryCall({ tools: [tool], input, scope: { journal } })).toEqual({ ...outcome, replayed: true });
  expect([keys, journal.log]).toEqual([[], []]);
});

test("waits for a journal that takes its time", async () => {
  const { tool } = writer({ idempotency: "keyed" });
  const journal = memoryJournal();
  const slow = { ...journal, find: (callId: string) => Promise.resolve(journal.find(callId)) };
  expect(await tryCall({ tools: [tool], input, scope: { journal: slow } })).toMatchObject({
    status: "ok",
    output: "paid",
  });
});

test("throws when the arguments differ from those on record", async () => {
  const { tool, keys } = writer({ idempotency: "keyed" });
  const scope = { journal: memoryJournal({ c1: started }) };
  await expect(tryCall({ tools: [tool], input: { id: "o2" }, scope })).rejects.toMatchObject({ code: "CALL_CHANGED" });
  expect(keys).toEqual([]);
});

test("passes on what the journal throws", async () => {
  const { tool } = writer({ idempotency: "safe" });
  const find = (): never => {
    throw new Error("disk gone");
  };
  await expect(tryCall({ tools: [tool], input, scope: { journal: { ...memoryJournal(), find } } })).rejects.toThrow(
    "disk gone",
  );
});

describe("a call that was started and not finished", () => {
  test.each(["safe", "keyed"] as const)(
    "runs again when it is %s, with the same key and the next attempt",
    async (idempotency) => {
      const { tool, keys } = writer({ idempotency });
      const journal = memoryJournal({ c1: started });
      expect(await tryCall({ tools: [tool], input, scope: { journal } })).toMatchObject({ status: "ok", attempts: 2 });
      expect([keys, journal.log]).toEqual([["c1 2"], ["start c1 2", "finish c1 ok durable"]]);
    },
  );

  test("is left in doubt when it may happen twice, and stays so", async () => {
    const { tool, keys } = writer({ idempotency: "none" });
    const journal = memoryJournal({ c1: started });
    const first = await tryCall({ tools: [tool], input, scope: { journal } });
    expect(timeless(first)).toEqual({
      callId: "c1",
      tool: "pay/refund",
      attempts: 1,
      status: "in_doubt",
      reason: "The call was started before the run was interrupted, and how it ended is not on record.",
    });
    expect(await tryCall({ tools: [tool], input, scope: { journal } })).toEqual({ ...first, replayed: true });
    expect([keys, journal.log]).toEqual([[], ["finish c1 in_doubt durable"]]);
  });

  test("takes the other side's word that it happened", async () => {
    const { tool, keys } = writer({
      idempotency: "none",
      lookup: () => ({ found: true, output: "paid, says the bank" }),
    });
    const journal = memoryJournal({ c1: started });
    expect(await tryCall({ tools: [tool], input, scope: { journal } })).toMatchObject({
      status: "ok",
      output: "paid, says the bank",
    });
    expect([keys, journal.log]).toEqual([[], ["finish c1 ok durable"]]);
  });

  test("runs when the other side says that it did not happen", async () => {
    const { tool, keys } = writer({ idempotency: "none", lookup: () => ({ found: false }), fails: true });
    const journal = memoryJournal({ c1: started });
    expect(await tryCall({ tools: [tool], input, scope: { journal } })).toMatchObject({
      status: "failed",
      reason: "Declined.",
    });
    expect(keys).toEqual(["c1 1"]);
  });

  test("is in doubt when the other side cannot say", async () => {
    const lookup = (): never => {
      throw new Error("no route");
    };
    const { tool, keys } = writer({ idempotency: "none", lookup });
    const outcome = await tryCall({ tools: [tool], input, scope: { journal: memoryJournal({ c1: started }) } });
    expect([outcome.status, keys]).toEqual(["in_doubt", []]);
  });

  test("is asked about again later when the run is cancelled meanwhile", async () => {
    const run = new AbortController();
    const { tool } = writer({ idempotency: "none" });
    const lookup = (): Promise<never> => {
      setImmediate(() => run.abort());
      return new Promise(() => {});
    };
    const journal = memoryJournal({ c1: started });
    const outcome = await tryCall({ tools: [{ ...tool, lookup }], input, scope: { journal, signal: run.signal } });
    expect([outcome.status, journal.log]).toEqual(["in_doubt", []]);
  });

  test("stays in doubt when a keyed repetition fails for certain, since the first attempt may have acted", async () => {
    const { tool } = writer({ idempotency: "keyed", fails: true });
    expect(await tryCall({ tools: [tool], input, scope: { journal: memoryJournal({ c1: started }) } })).toMatchObject({
      status: "in_doubt",
    });
  });
});
