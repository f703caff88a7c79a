import { expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../../src/tools/define-tool.ts";
import { lintTool } from "../../src/tools/lint-tool.ts";
import { toolFingerprint } from "../../src/tools/tool-fingerprint.ts";
import type { AnyTool, Effect } from "../../src/tools/tool.ts";

function tool(description: string, input: z.ZodObject, effect: Effect = "read"): AnyTool {
  return defineTool({ name: "pay/balance", description, effect, input, run: () => 1 });
}
const good = "Balance of the account that belongs to the user. Use it before any payment.";

test.each<[string, AnyTool, readonly string[]]>([
  ["nothing where all is said", tool(good, z.object({ account: z.string().describe("Its number.") })), []],
  ["a name in several ways of writing", { ...tool(good, z.object({})), name: "pay/get-Balance" }, ["TOOL_NAME_STYLE"]],
  ["nothing in Chinese either", tool("根据用户编号查询其绑定账户的余额，付款之前使用。", z.object({})), []],
  ["a description that says too little", tool("Balance.", z.object({})), ["TOOL_DESCRIPTION_SHORT"]],
  ["a description that some servers refuse", tool(good.repeat(14), z.object({})), ["TOOL_DESCRIPTION_LONG"]],
  [
    "a description that says no occasion",
    tool("Returns the current account balance", z.object({})),
    ["TOOL_DESCRIPTION_WHEN"],
  ],
  ["a destructive tool that does not say so", tool(good, z.object({}), "destructive"), ["TOOL_DESCRIPTION_EFFECT"]],
  [
    "fields without a description, inside too",
    tool(good, z.object({ a: z.string(), b: z.object({ c: z.string() }).describe("B.") })),
    ["TOOL_FIELD_UNDESCRIBED", "TOOL_FIELD_UNDESCRIBED"],
  ],
  [
    "numbers without a unit",
    tool(good, z.object({ amount: z.number().min(0).describe("What to pay.") })),
    ["TOOL_FIELD_UNIT"],
  ],
  ["nothing where the unit is said", tool(good, z.object({ amount: z.number().min(0).describe("In cents.") })), []],
  [
    "signs that are not explained",
    tool(good, z.object({ balance: z.number().describe("In cents.") })),
    ["TOOL_FIELD_SIGN"],
  ],
  [
    "times without a format",
    tool(good, z.object({ since: z.string().describe("From when on.") })),
    ["TOOL_FIELD_FORMAT"],
  ],
  ["nothing where the format is said", tool(good, z.object({ since: z.iso.datetime().describe("From when on.") })), []],
])("finds %s", (_, checked, codes) => {
  expect(lintTool(checked).map(({ code }) => code)).toEqual(codes);
});

test("a fingerprint changes with the contract, and not with its words", () => {
  const input = z.object({ a: z.string().describe("x"), description: z.string() });
  const first = toolFingerprint(tool(good, input));
  expect(first).toMatch(/^[0-9a-f]{16}$/);
  expect(
    toolFingerprint(tool("Other words.", z.object({ a: z.string().describe("y"), description: z.string() }))),
  ).toBe(first);
  for (const changed of [
    tool(good, z.object({ a: z.string() })),
    tool(good, z.object({ a: z.string().min(1), description: z.string() })),
    tool(good, z.object({ a: z.string(), description: z.string().optional() })),
    tool(good, input, "write"),
  ])
    expect(toolFingerprint(changed)).not.toBe(first);
});
