import { expect, test } from "vitest";
import { readRetryAfter } from "../../src/model/retry-after.ts";

const now = Date.parse("2026-11-30T07:00:00Z");

test.each<[Record<string, string>, number | undefined]>([
  [{}, undefined],
  [{ "retry-after": "2" }, 2000],
  [{ "retry-after": "0.2" }, 200],
  [{ "retry-after": "0" }, 0],
  [{ "retry-after-ms": "150", "retry-after": "2" }, 150],
  [{ "retry-after": "Mon, 30 Nov 2026 07:00:05 GMT" }, 5000],
  [{ "retry-after": "Mon, 30 Nov 2026 06:59:00 GMT" }, 0],
  [{ "retry-after": "-1" }, undefined],
  [{ "retry-after": "" }, undefined],
  [{ "retry-after": "soon" }, undefined],
  [{ "retry-after-ms": "Infinity" }, undefined],
])("reads %j", (headers, milliseconds) => {
  expect(readRetryAfter(new Headers(headers), now)).toBe(milliseconds);
});
