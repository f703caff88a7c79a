import { expect, test } from "vitest";
import { createRateLimit } from "../../../src/mcp/server/rate-limit.ts";

test("each caller has its own number in a minute, which grows back", () => {
  let now = 0;
  const limit = createRateLimit(2, () => now);
  expect([limit.take("a"), limit.take("a"), limit.take("a"), limit.take("b")]).toEqual([0, 0, 30, 0]);
  now = 29_999;
  expect(limit.take("a")).toBe(1);
  now = 30_000;
  expect([limit.take("a"), limit.take("a")]).toEqual([0, 30]);
});

test("the callers that came first are forgotten first", () => {
  const limit = createRateLimit(1, () => 0);
  limit.take("first");
  for (let index = 0; index < 10_000; index += 1) limit.take(`caller ${index}`);
  expect([limit.take("first"), limit.take("caller 9999")]).toEqual([0, 60]);
});
