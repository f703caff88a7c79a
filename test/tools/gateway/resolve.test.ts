import { expect, test } from "vitest";
import { z } from "zod";
import { defineBuiltinTool, defineTool } from "../../../src/tools/define-tool.ts";
import type { AnyTool } from "../../../src/tools/tool.ts";
import { timeless, tryCall } from "./try-gateway.ts";

function tool(name: string): AnyTool {
  return defineTool({ name, description: "d", effect: "read", input: z.object({}), run: () => name });
}
const tools = [tool("web/search"), tool("web/fetch"), tool("pay/search")];
const finish = defineBuiltinTool({
  name: "node/finish",
  description: "d",
  effect: "read",
  input: z.object({}),
  run: () => "bye",
});

test("answers an unknown name with the nearest granted ones, and runs nothing", async () => {
  const grants = [{ allow: ["web/*"], source: 'node "desk"', code: "NOT_GRANTED" as const }];
  expect(timeless(await tryCall({ tools, tool: "serch", scope: { grants } }))).toEqual({
    callId: "c1",
    tool: "serch",
    attempts: 0,
    status: "invalid",
    code: "TOOL_NOT_FOUND",
    reason: 'There is no tool named "serch".',
    issues: [],
  });
  expect(await tryCall({ tools, tool: "web/serch", scope: { grants } })).toMatchObject({
    nearest: ["web/search", "web/fetch"],
  });
});

test("says so in Chinese", async () => {
  const outcome = await tryCall({ tools, tool: "x", scope: { locale: "zh" } });
  expect(outcome).toMatchObject({ code: "TOOL_NOT_FOUND", reason: '没有名为 "x" 的工具。' });
});

test("finds a name in other case or with repeated separators, and answers under the registered one", async () => {
  expect(await tryCall({ tools, tool: "Web//Search" })).toMatchObject({
    status: "ok",
    tool: "web/search",
    output: "web/search",
  });
});

test("looks among the built-in tools of the visit first", async () => {
  const scope = { builtins: new Map([[finish.name, finish as AnyTool]]) };
  expect(await tryCall({ tools, tool: "node/finish", scope })).toMatchObject({ status: "ok", output: "bye" });
  expect(await tryCall({ tools, tool: "Node/Finish", scope })).toMatchObject({ status: "ok", output: "bye" });
  expect(await tryCall({ tools, tool: "node/finnish", scope })).toMatchObject({ nearest: ["node/finish"] });
  expect(await tryCall({ tools, tool: "node/finish" })).toMatchObject({ code: "TOOL_NOT_FOUND" });
});
