import { expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../../../src/tools/define-tool.ts";
import { memoryJournal, timeless, tryCall } from "./try-gateway.ts";

const weather = defineTool({
  name: "weather/get",
  description: "d",
  effect: "read",
  input: z.object({ city: z.string().trim(), days: z.int().default(1) }),
  run: (input) => input,
});
const clock = defineTool({
  name: "clock/now",
  description: "d",
  effect: "read",
  input: z.object({}),
  run: (input) => input,
});
const fussy = defineTool({
  name: "fussy/parse",
  description: "d",
  effect: "read",
  input: z.object({ text: z.string().transform((text): unknown => JSON.parse(text)) }),
  run: (input) => input,
});
const slow = defineTool({
  name: "slow/check",
  description: "d",
  effect: "read",
  input: z.object({ name: z.string().refine(async (name) => Promise.resolve(name === "ok"), "must be ok") }),
  run: (input) => input,
});

test("hands checked arguments with their defaults to the tool", async () => {
  expect(await tryCall({ tools: [weather], input: { city: " Bern " } })).toMatchObject({
    output: { city: "Bern", days: 1 },
  });
});

test.each([undefined, null, "", {}])("takes %j as no arguments", async (input) => {
  expect(await tryCall({ tools: [clock], input })).toMatchObject({ status: "ok", output: {} });
});

test("refuses wrong arguments with everything that is wrong", async () => {
  expect(timeless(await tryCall({ tools: [weather], input: { days: "2", citi: "Bern" } }))).toEqual({
    callId: "c1",
    tool: "weather/get",
    attempts: 0,
    status: "invalid",
    code: "INPUT_INVALID",
    reason: "The arguments have 3 mistakes.",
    issues: [
      { path: "city", expected: "string", received: "nothing" },
      { path: "days", expected: "number", received: 'string "2"' },
      { path: "citi", expected: "no key but city and days", received: 'string "Bern"', nearest: ["city"] },
    ],
  });
});

test("refuses arguments that could not be read, whatever else was sent", async () => {
  const outcome = await tryCall({ tools: [weather], input: { city: "Bern" }, problem: "The text ends in the middle." });
  expect(outcome).toMatchObject({
    status: "invalid",
    code: "INPUT_UNREADABLE",
    reason: "The text ends in the middle.",
    issues: [],
  });
});

test("a check that throws refuses the arguments", async () => {
  expect(await tryCall({ tools: [fussy], input: { text: "{" } })).toMatchObject({
    code: "INPUT_INVALID",
    issues: [{ path: "", expected: expect.stringContaining("JSON") }],
  });
});

test("waits for a check that takes its time", async () => {
  expect(await tryCall({ tools: [slow], input: { name: "ok" } })).toMatchObject({ status: "ok" });
  expect(await tryCall({ tools: [slow], input: { name: "no" } })).toMatchObject({
    code: "INPUT_INVALID",
    issues: [{ path: "name", expected: "must be ok", received: 'string "no"' }],
  });
});

test("refuses arguments that are nested too deeply to be walked", async () => {
  const open = defineTool({
    name: "open/any",
    description: "d",
    effect: "write",
    input: z.object({ any: z.unknown() }),
    run: () => 1,
  });
  let any: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) any = [any];
  expect(await tryCall({ tools: [open], input: { any }, scope: { journal: memoryJournal() } })).toMatchObject({
    code: "INPUT_INVALID",
    reason: "The arguments are nested deeper than 100 levels.",
  });
});
