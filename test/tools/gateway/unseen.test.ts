import { expect, test } from "vitest";
import { z } from "zod";
import type { AccessPolicies } from "../../../src/tools/access-policy.ts";
import type { AuditedCall } from "../../../src/tools/audited-call.ts";
import { defineTool } from "../../../src/tools/define-tool.ts";
import { createGateway } from "../../../src/tools/gateway/gateway.ts";
import { toOutcomeMessage } from "../../../src/tools/outcome-message.ts";
import { createToolRegistry } from "../../../src/tools/tool-registry.ts";
import type { AnyTool, Visibility } from "../../../src/tools/tool.ts";

let ran = 0;
function tool(name: string, visibility?: Visibility): AnyTool {
  const more = visibility ? { visibility } : {};
  return defineTool({ name, description: "d", effect: "read", input: z.object({}), run: () => (ran += 1), ...more });
}

const caller = { run: "t/1", thread: "t", node: "desk", user: "mira" };

async function told(tools: readonly AnyTool[], name: string, policies?: AccessPolicies) {
  const audited: AuditedCall[] = [];
  const texts: string[] = [];
  const gateway = createGateway({ registry: createToolRegistry({ tools }), ...(policies && { policies }) });
  const audit = (call: AuditedCall): void => void audited.push(call);
  for (const locale of ["en", "zh"] as const) {
    const outcome = await gateway.call({ callId: "c", tool: name, input: {} }, { caller, locale, audit });
    texts.push(toOutcomeMessage(outcome, locale));
  }
  const [entry] = audited;
  const code = entry && "code" in entry.outcome ? entry.outcome.code : undefined;
  return { texts, code };
}

const seen = tool("pay/refunds");
const denied: AccessPolicies = { users: { mira: { deny: ["pay/refund", "pay/refunding"], allow: ["*"] } } };

test.each<[string, readonly AnyTool[], AccessPolicies | undefined, string]>([
  ["a rule denies", [seen, tool("pay/refund"), tool("pay/refunding")], denied, "NOT_PERMITTED"],
  ["no rule allows", [seen, tool("pay/refund")], { agents: { desk: ["pay/refunds"] } }, "NOT_PERMITTED"],
  ["is for other users", [seen, tool("pay/refund", { users: ["ann"] })], undefined, "NOT_VISIBLE"],
])(
  "a tool that %s is told of as if it were not there, and is on record as denied",
  async (_, tools, policies, code) => {
    const hidden = await told(tools, "pay/refund", policies);
    const unknown = await told([seen], "pay/refund");
    expect(hidden.texts).toEqual(unknown.texts);
    expect(hidden.texts[0]).toContain('There is no tool named "pay/refund". Did you mean pay/refunds?');
    expect([hidden.code, unknown.code, ran]).toEqual([code, "TOOL_NOT_FOUND", 0]);
  },
);

test("that such a tool is switched off is not told either", async () => {
  const registry = createToolRegistry({ tools: [seen, tool("pay/refund", { users: ["ann"] })] });
  const adjustments = { routes: [], offToolsets: [], descriptions: {} };
  registry.adjust({ ...adjustments, offTools: ["pay/refund"] });
  const outcome = await createGateway({ registry }).call(
    { callId: "c", tool: "pay/refund", input: {} },
    { caller, locale: "en" },
  );
  expect([toOutcomeMessage(outcome, "en")]).toEqual((await told([seen], "pay/refund")).texts.slice(0, 1));
});

test("an old name of such a tool does not tell the new one", async () => {
  const renamed = { ...tool("pay/refund"), aliases: [{ name: "pay/give_back" }] };
  const { texts, code } = await told([renamed], "pay/give_back", denied);
  expect(texts).toEqual((await told([seen], "pay/give_back")).texts);
  expect(code).toBe("NOT_PERMITTED");
});

test("names that a caller may not know of are never suggested", async () => {
  const { texts } = await told([seen, tool("pay/refund")], "pay/refun", denied);
  expect(texts[0]).toContain("Did you mean pay/refunds?");
});
