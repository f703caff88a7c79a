import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type AccessPolicies, createAccess } from "../../src/tools/access-policy.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { createGateway } from "../../src/tools/gateway/gateway.ts";
import { createToolRegistry } from "../../src/tools/tool-registry.ts";

const policies: AccessPolicies = {
  agents: { assess: ["weather/*"], "support/refund": ["pay/*"], refund: [] },
  users: {
    mira: { deny: ["pay/close"], ask: ["pay/*"], allow: ["*"] },
    ben: ["weather/now"],
  },
};

describe("decides", () => {
  test.each([
    ["both levels allow", { node: "assess", user: "mira" }, "weather/now", "allow", "agents.assess.allow: weather/*"],
    [
      "the user's level asks",
      { workflow: "support", node: "refund", user: "mira" },
      "pay/refund",
      "ask",
      "users.mira.ask: pay/*",
    ],
    [
      "deny goes before ask and allow",
      { workflow: "support", node: "refund", user: "mira" },
      "pay/close",
      "deny",
      "users.mira.deny: pay/close",
    ],
    [
      "case does not open what is denied",
      { workflow: "support", node: "refund", user: "mira" },
      "PAY/Close",
      "deny",
      "users.mira.deny: pay/close",
    ],
    [
      "the agent's level denies",
      { node: "assess", user: "mira" },
      "pay/refund",
      "deny",
      "agents.assess: nothing allows pay/refund",
    ],
    [
      "a node of another workflow has its own entry",
      { workflow: "other", node: "refund", user: "mira" },
      "pay/refund",
      "deny",
      "agents.refund: nothing allows pay/refund",
    ],
    ["an unknown agent", { node: "nobody", user: "mira" }, "weather/now", "deny", "agents: no entry for nobody"],
    ["an unknown user", { node: "assess", user: "eve" }, "weather/now", "deny", "users: no entry for eve"],
    ["no user", { node: "assess" }, "weather/now", "deny", "users: the run has no user"],
    [
      "a name that objects have",
      { node: "assess", user: "toString" },
      "weather/now",
      "deny",
      "users: no entry for toString",
    ],
    [
      "an exact name is no prefix",
      { node: "assess", user: "ben" },
      "weather/now_all",
      "deny",
      "users.ben: nothing allows weather/now_all",
    ],
  ] as const)("%s", (_, caller, tool, decision, rule) => {
    expect(createAccess(policies)!.decide(caller, tool)).toMatchObject({ decision, rule });
  });

  test("both levels are told, with the strictest first", () => {
    const { steps, rule } = createAccess(policies)!.decide({ node: "assess", user: "eve" }, "weather/now");
    expect(rule).toBe("users: no entry for eve");
    expect(steps.map(({ level, decision }) => [level, decision])).toEqual([
      ["agents", "allow"],
      ["users", "deny"],
    ]);
  });

  test("an entry * speaks for all others", () => {
    const access = createAccess({ users: { "*": ["weather/*"], eve: [] } })!;
    expect(access.decide({ node: "n", user: "ben" }, "weather/now").decision).toBe("allow");
    expect(access.decide({ node: "n", user: "eve" }, "weather/now").decision).toBe("deny");
  });

  test("without a level everything is as it was", () => {
    expect(createAccess({})).toBeUndefined();
    expect(createAccess(undefined)).toBeUndefined();
  });
});

describe("in the gateway", () => {
  const ran: string[] = [];
  const tools = ["weather/now", "pay/refund", "pay/close"].map((name) =>
    defineTool({
      name,
      description: "d",
      effect: "read",
      input: z.object({}),
      run: () => void ran.push(name),
    }),
  );
  const gateway = createGateway({
    registry: createToolRegistry({ tools }),
    policies: { users: policies.users! },
  });
  const caller = { run: "t/1", thread: "t", node: "desk", user: "mira" };
  let calls = 0;
  const call = (tool: string, scope: object = {}): Promise<object> =>
    gateway.call({ callId: `p${(calls += 1)}`, tool, input: {} }, { caller, locale: "en", ...scope });

  test("a denied tool is not run under any spelling of its name", async () => {
    for (const tool of ["pay/close", "PAY/CLOSE", "Pay//close"])
      expect(await call(tool)).toMatchObject({
        status: "denied",
        code: "NOT_PERMITTED",
        reason: "The rules do not permit tool pay/close for this user.",
      });
    expect(ran).toEqual([]);
  });

  test("a rule that asks waits for a person although the tool itself would not", async () => {
    expect(await call("pay/refund")).toMatchObject({ status: "needs_confirmation", request: { because: "policy" } });
    expect(await call("pay/refund", { confirmation: () => ({ approved: true }) })).toMatchObject({ status: "ok" });
  });

  test("the audit learns which rule decided", async () => {
    const rules: (string | undefined)[] = [];
    await call("weather/now", { audit: ({ rule }: { rule: string | undefined }) => rules.push(rule) });
    await call("weather/now", {
      caller: { ...caller, user: "eve" },
      audit: ({ rule }: { rule: string | undefined }) => rules.push(rule),
    });
    expect(rules).toEqual(["users.mira.allow: *", "users: no entry for eve"]);
  });
});
