import { expect, test } from "vitest";
import { z } from "zod";
import type { ToolGrant } from "../../../src/tools/call-scope.ts";
import { defineBuiltinTool, defineTool } from "../../../src/tools/define-tool.ts";
import type { AnyTool } from "../../../src/tools/tool.ts";
import { timeless, tryCall } from "./try-gateway.ts";

const tools = [defineTool({ name: "web/search", description: "d", effect: "read", input: z.object({}), run: () => 1 })];
const node = (...allow: string[]): ToolGrant => ({ allow, source: 'node "desk"', code: "NOT_GRANTED" });
const skill = (...allow: string[]): ToolGrant => ({ allow, source: 'skill "look-up"', code: "NOT_IN_SKILL" });

test.each<[string, readonly ToolGrant[], string]>([
  ["no grants", [], "ok"],
  ["its name", [node("web/search")], "ok"],
  ["its namespace", [node("web/*")], "ok"],
  ["everything", [node("*")], "ok"],
  ["both lists", [node("*"), skill("web/search")], "ok"],
  ["an empty list", [node()], "NOT_GRANTED"],
  ["another name", [node("web/fetch")], "NOT_GRANTED"],
  ["the beginning of its name", [node("web/sear", "web/s*")], "NOT_GRANTED"],
  ["a namespace that begins alike", [node("we/*", "web/search/*")], "NOT_GRANTED"],
  ["the node alone", [node("*"), skill("web/fetch")], "NOT_IN_SKILL"],
  ["the skill alone", [node("pay/*"), skill("*")], "NOT_GRANTED"],
  ["entries of another host", [skill("Bash(git:*)", "WebSearch")], "NOT_IN_SKILL"],
])("allowed by %s: %s", async (_, grants, end) => {
  const outcome = await tryCall({ tools, scope: { grants } });
  expect("code" in outcome ? outcome.code : outcome.status).toBe(end);
});

test("says who refused and what is allowed, in the run's language", async () => {
  const scope = { grants: [node("*"), skill("a/b", "c/*")] };
  expect(timeless(await tryCall({ tools, scope }))).toEqual({
    callId: "c1",
    tool: "web/search",
    attempts: 0,
    status: "denied",
    code: "NOT_IN_SKILL",
    reason: 'Tool web/search is not allowed by skill "look-up", which allows a/b and c/*.',
  });
  expect(await tryCall({ tools, scope: { ...scope, locale: "zh" } })).toMatchObject({
    reason: 'skill "look-up" 不允许使用工具 web/search，它允许的是：a/b、c/*。',
  });
});

test("a built-in tool of the visit passes the grants", async () => {
  const ask = defineBuiltinTool({
    name: "sop/skip",
    description: "d",
    effect: "read",
    input: z.object({}),
    run: () => 1,
  });
  const builtins = new Map<string, AnyTool>([[ask.name, ask]]);
  expect(await tryCall({ tools, tool: "sop/skip", scope: { builtins, grants: [skill()] } })).toMatchObject({
    status: "ok",
  });
});
