import { expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../../src/tools/define-tool.ts";
import { exportedNames, toLangchainTools, toMcpTools, toOpenAiTools } from "../../src/tools/export-tools.ts";

const input = z.object({ city: z.string().describe("Its name."), days: z.int().min(1).max(7).default(1) });
const weather = defineTool({ name: "weather/get_now", description: "Weather.", effect: "read", input, run: () => 1 });
const cancel = defineTool({
  name: "events/cancel",
  description: "Cancels.",
  effect: "destructive",
  inputSchema: { type: "object", properties: { id: { type: "string", nullable: true } } },
  outputSchema: { type: "object", properties: { at: { type: "string" } } },
  run: () => ({ at: "now" }),
});
const parameters = {
  type: "object",
  properties: {
    city: { type: "string", description: "Its name." },
    days: { type: "integer", minimum: 1, maximum: 7, default: 1 },
  },
  required: ["city"],
  additionalProperties: false,
};
const tools = [weather, cancel];

test("gives OpenAI's form, with names that servers take", () => {
  expect(toOpenAiTools(tools)[0]).toEqual({
    type: "function",
    function: { name: "weather__get_now", description: "Weather.", parameters },
  });
});

test("gives LangChain's plain form", () => {
  expect(toLangchainTools(tools)[0]).toEqual({ name: "weather__get_now", description: "Weather.", schema: parameters });
});

test("gives MCP's form, with hints of the effect", () => {
  expect(toMcpTools(tools)).toEqual([
    {
      name: "weather__get_now",
      description: "Weather.",
      inputSchema: parameters,
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    },
    {
      name: "events__cancel",
      description: "Cancels.",
      inputSchema: {
        type: "object",
        properties: { id: { type: ["string", "null"] } },
        additionalProperties: false,
      },
      outputSchema: { type: "object", properties: { at: { type: "string" } } },
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
    },
  ]);
});

test("leads back from the exported names", () => {
  expect([...exportedNames(tools)]).toEqual([
    ["weather__get_now", "weather/get_now"],
    ["events__cancel", "events/cancel"],
  ]);
});

test("a tool that changes its looks does so here too", () => {
  const seen = defineTool({
    name: "a/b",
    description: "d",
    effect: "read",
    input: z.object({}),
    appearance: ({ agent }) => ({ description: `For ${agent}.` }),
    run: () => 1,
  });
  expect(toOpenAiTools([seen], { agent: "desk" })[0]!.function.description).toBe("For desk.");
});

test("tells what a tool promises in zod, open, and calls only safe tools idempotent", () => {
  const [exported] = toMcpTools([
    defineTool({
      name: "a/keyed",
      description: "d",
      effect: "write",
      idempotency: "keyed",
      input: z.object({}),
      output: z.object({ at: z.string(), part: z.object({ count: z.int() }) }),
      run: () => ({ at: "now", part: { count: 1 } }),
    }),
  ]);
  expect(exported).toMatchObject({
    outputSchema: {
      type: "object",
      properties: { at: { type: "string" }, part: { type: "object", required: ["count"] } },
      required: ["at", "part"],
    },
    annotations: { idempotentHint: false },
  });
  expect(JSON.stringify(exported!.outputSchema)).not.toContain("additionalProperties");
});

test.each([
  ["no object", z.string()],
  ["what JSON cannot say", z.object({ at: z.date() })],
])("says nothing of an answer that is %s", (_what, output) => {
  const [exported] = toMcpTools([
    defineTool({ name: "a/b", description: "d", effect: "read", input: z.object({}), output, run: () => "x" }),
  ]);
  expect(exported).not.toHaveProperty("outputSchema");
});
