import { expect, test } from "vitest";
import { Breaker } from "../../../src/tools/gateway/breaker.ts";

const policy = { errorRate: 0.5, minCalls: 4, windowMs: 1000, openMs: 500, maxLate: 3 };

/** A breaker after these ends of calls, all at 1000 ms. */
function breakerAfter(...faults: readonly boolean[]): Breaker {
  const breaker = new Breaker(policy);
  for (const fault of faults) breaker.settle(1000, false, fault);
  return breaker;
}

test.each([
  ["no calls", [], undefined],
  ["too few calls", [true, true, true], undefined],
  ["a share below the rate", [true, false, false, false], undefined],
  ["a share at the rate", [true, true, false, true], 500],
] as const)("after %s it refuses for %s", (_, faults, refusedFor) => {
  expect(breakerAfter(...faults).refusedFor(1000)).toBe(refusedFor);
});

test("ends of calls that say nothing about the tool are not counted", () => {
  const breaker = breakerAfter(true, true, true);
  breaker.settle(1000, false, undefined);
  expect(breaker.counts).toEqual({ faults: 3, calls: 3, late: 0 });
});

test("faults are forgotten when the window has passed over them", () => {
  const breaker = breakerAfter(true, true, true);
  breaker.settle(1500, false, false);
  expect(breaker.counts).toEqual({ faults: 3, calls: 4, late: 0 });
  breaker.settle(2050, false, false);
  expect(breaker.counts).toEqual({ faults: 0, calls: 2, late: 0 });
});

test("a long rest empties the window at once", () => {
  const breaker = breakerAfter(true, true, true);
  breaker.settle(900_000, false, true);
  expect(breaker.counts).toEqual({ faults: 1, calls: 1, late: 0 });
});

test("lets one call try when its time is over, and no other while it tries", () => {
  const breaker = breakerAfter(true, true, true, true);
  expect(breaker.refusedFor(1400)).toBe(100);
  expect(breaker.refusedFor(1500)).toBeUndefined();
  expect(breaker.enter()).toBe(true);
  expect(breaker.refusedFor(1500)).toBe(500);
});

test("closes after a try that went well, and forgets what was before", () => {
  const breaker = breakerAfter(true, true, true, true);
  breaker.enter();
  breaker.settle(1600, true, false);
  expect(breaker.refusedFor(1600)).toBeUndefined();
  expect(breaker.enter()).toBe(false);
  expect(breaker.counts).toEqual({ faults: 0, calls: 0, late: 0 });
});

test("opens again after a try that failed", () => {
  const breaker = breakerAfter(true, true, true, true);
  breaker.enter();
  breaker.settle(1600, true, true);
  expect(breaker.refusedFor(1600)).toBe(500);
});

test("lets another call try when the first one said nothing", () => {
  const breaker = breakerAfter(true, true, true, true);
  breaker.enter();
  breaker.settle(1600, true, undefined);
  expect(breaker.refusedFor(1600)).toBeUndefined();
});

test("opens when too many calls have not ended after they were told to stop", () => {
  const breaker = new Breaker(policy);
  breaker.addLate(10);
  breaker.addLate(10);
  expect(breaker.refusedFor(10)).toBeUndefined();
  breaker.addLate(10);
  expect(breaker.refusedFor(10)).toBe(500);
  breaker.endLate();
  expect(breaker.counts.late).toBe(2);
});
