import { expect, test } from "vitest";
import { openDebug } from "../../src/project/open-debug.ts";

test.each([
  [undefined, false, false],
  [undefined, true, true],
  ["", true, true],
  ["1", false, true],
  ["0", true, false],
  ["false", true, false],
])("SOPWITH_DEBUG %j and debug: %j in the config make %j", async (word, debug, isOn) => {
  const env = word === undefined ? {} : { SOPWITH_DEBUG: word };
  const sumUp = await openDebug({ debug }, { folder: import.meta.dirname, env });
  expect(sumUp?.(new Error("x")).at?.startsWith("open-debug.test.ts:")).toBe(isOn || undefined);
});
