import { expect, test } from "vitest";
import { RateGate } from "../../../src/tools/gateway/rate-gate.ts";

test("lets a span's calls pass at once, then one at a time", () => {
  const gate = new RateGate({ tool: { calls: 2, perMs: 1000 } });
  gate.take(0, "ann");
  gate.take(0, "ben");
  expect(gate.refusedFor(0, "cleo")).toBe(500);
  expect(gate.refusedFor(400, "cleo")).toBeCloseTo(100);
  expect(gate.refusedFor(500, "cleo")).toBeUndefined();
});

test("looking takes nothing", () => {
  const gate = new RateGate({ tool: { calls: 1, perMs: 1000 } });
  gate.refusedFor(0, "ann");
  expect(gate.refusedFor(0, "ann")).toBeUndefined();
});

test("a reserve never grows beyond one span's calls", () => {
  const gate = new RateGate({ tool: { calls: 1, perMs: 10 } });
  gate.take(100_000, "ann");
  expect(gate.refusedFor(100_000, "ann")).toBe(10);
});

test("one user's calls do not count for another", () => {
  const gate = new RateGate({ user: { calls: 1, perMs: 1000 } });
  gate.take(0, "ann");
  expect(gate.refusedFor(0, "ann")).toBe(1000);
  expect(gate.refusedFor(0, "ben")).toBeUndefined();
});

test("remembers a bounded number of users", () => {
  const gate = new RateGate({ user: { calls: 1, perMs: 1000 } });
  for (let user = 0; user <= 10_000; user += 1) gate.take(0, `user ${user}`);
  expect(gate.refusedFor(0, "user 0")).toBeUndefined();
  expect(gate.refusedFor(0, "user 1")).toBe(1000);
});
