import { expect, test } from "vitest";
import { Slots, type Waiter } from "../../../src/tools/gateway/slots.ts";

const policy = { maxConcurrency: 1, overflow: "queue", order: "fifo", maxQueue: 10 } as const;

/** Joins the queue under `thread`, and notes when its turn comes. */
function join(slots: Slots, thread: string, log: string[]): Waiter {
  const waiter = { thread, go: (): void => void log.push(thread) };
  slots.join(waiter);
  return waiter;
}

test.each([
  ["fifo", ["heavy", "heavy", "heavy", "light"]],
  ["fair", ["heavy", "light", "heavy", "heavy"]],
] as const)("%s serves a backlog in this order", (order, expected) => {
  const slots = new Slots({ ...policy, order });
  const log: string[] = [];
  expect(slots.take()).toBe(true);
  for (const thread of ["heavy", "heavy", "heavy", "light"]) join(slots, thread, log);
  for (let turn = 0; turn < 4; turn += 1) slots.release();
  expect(log).toEqual(expected);
});

test("a place that nobody waits for is free again", () => {
  const slots = new Slots(policy);
  slots.take();
  expect(slots.take()).toBe(false);
  slots.release();
  expect(slots.take()).toBe(true);
});

test("who left the queue gets no place", () => {
  const slots = new Slots(policy);
  const log: string[] = [];
  slots.take();
  const first = join(slots, "a", log);
  join(slots, "b", log);
  slots.leave(first);
  slots.leave(first);
  slots.release();
  expect(log).toEqual(["b"]);
});

test.each([
  ["queue", 1, 0, false],
  ["queue", 1, 1, true],
  ["queue", 0, 0, true],
  ["reject", 5, 0, true],
] as const)("with %s and room for %i, after %i wait, full is %s", (overflow, maxQueue, waiting, full) => {
  const slots = new Slots({ ...policy, overflow, maxQueue });
  slots.take();
  for (let index = 0; index < waiting; index += 1) join(slots, "t", []);
  expect(slots.isFull).toBe(full);
});
