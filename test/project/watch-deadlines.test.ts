import { expect, test } from "vitest";
import { watchDeadlines } from "../../src/project/watch-deadlines.ts";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { approvalRow } from "../store/store-rows.ts";

test("tells each deadline that has passed once, by its thread", async () => {
  const store = createMemoryStore();
  const past = new Date(Date.now() - 1000).toISOString();
  const far = new Date(Date.now() + 3_600_000).toISOString();
  await store.requestApproval(approvalRow("a", { thread: "t", deadline: past, onDeadline: "reject" }));
  await store.requestApproval(approvalRow("b", { thread: "t", deadline: past, onDeadline: "reject" }));
  await store.requestApproval(approvalRow("c", { thread: "u", deadline: far, onDeadline: "reject" }));
  await store.requestApproval(approvalRow("d", { thread: "v" }));
  const told: (readonly string[])[] = [];
  let looks = 0;
  const twice = Promise.withResolvers<void>();
  const open = async () => {
    looks += 1;
    if (looks === 2) await store.requestApproval(approvalRow("e", { thread: "w", deadline: past }));
    if (looks === 4) twice.resolve();
    return store;
  };
  const watch = watchDeadlines(open, { onDue: (threads) => told.push(threads), onError: twice.reject, everyMs: 1 });
  await twice.promise;
  watch.close();
  expect(told).toEqual([["t"], ["w"]]);
});

test("hands on what the store throws, and looks again", async () => {
  const seen: unknown[] = [];
  const again = Promise.withResolvers<void>();
  const watch = watchDeadlines(() => Promise.reject(new Error("locked")), {
    onDue: () => {},
    onError: (error) => {
      seen.push(error);
      if (seen.length === 2) again.resolve();
    },
    everyMs: 1,
  });
  await again.promise;
  watch.close();
  expect(seen.slice(0, 2)).toEqual([new Error("locked"), new Error("locked")]);
});
