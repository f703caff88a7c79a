import { expect, test } from "vitest";
import { z } from "zod";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import type { RunStore } from "../../src/store/run-store.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { createToolRegistry, type ToolRegistry } from "../../src/tools/tool-registry.ts";
import type { AnyTool } from "../../src/tools/tool.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import type { Governance } from "../../src/workflow/governance.ts";
import { createRunner, type Runner } from "../../src/workflow/runner.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { type Answer, results, type ScriptedModel, scriptedModel, skillsOf, TestState } from "./kit.ts";

interface Desk {
  readonly runner: Runner<typeof TestState>;
  readonly model: ScriptedModel;
}

/** One skill node over a registry of the project, whose model gives these answers. */
function desk(
  tools: ToolRegistry,
  answers: readonly Answer[],
  { governance = {}, store = createMemoryStore() }: { governance?: Governance; store?: RunStore } = {},
): Desk {
  const model = scriptedModel((_request, asked) => answers[asked - 1] ?? { text: "done" });
  const workflow = defineWorkflow({
    name: "help",
    state: TestState,
    start: "desk",
    tools: [],
    nodes: { desk: skillNode({ skill: "help", input: () => "go", save: (answer) => ({ answer }) }) },
    edges: { desk: "end" },
  });
  const skills = skillsOf({ help: "Help." });
  return { runner: createRunner({ workflow, tools, skills, model, store, governance }), model };
}

const use = (name: string): Answer => ({ calls: [{ name, arguments: {} }] });

function tool(name: string, more: object = {}): AnyTool {
  return defineTool({ name, description: "d", effect: "read", input: z.object({}), run: () => name, ...more });
}

test("a model is told of no tool that the rules refuse, neither in its list nor as a near name", async () => {
  const tools = createToolRegistry({
    tools: [tool("pay/balance"), tool("pay/balances"), tool("pay/refund"), tool("mail/send")],
  });
  const policies = {
    agents: { desk: ["pay/*", "mail/*"] },
    users: { mira: { deny: ["pay/balances"], ask: ["pay/refund"], allow: ["pay/*"] } },
  };
  const { runner, model } = desk(tools, [use("pay/balancez"), use("pay/balances")], { governance: { policies } });
  await runner.start({}, { thread: "t", user: "mira" });
  const shown = model.requests[0]!.tools.map(({ name }) => name).filter((name) => /^(?:pay|mail)/.test(name));
  expect(shown).toEqual(["pay/balance", "pay/refund"]);
  const [misspelt, refused] = results(model.requests[2]!);
  expect(misspelt).toContain("Did you mean pay/balance?");
  expect(misspelt).not.toContain("balances");
  expect(refused).toContain(`There is no tool named "pay/balances". Did you mean pay/balance?`);
});

test("a run stays with the version it began with when a route changes its share", async () => {
  const ran: number[] = [];
  const versions = [1, 2].map((version) =>
    tool("pay/refund", { version, policy: { confirm: "always" }, run: () => void ran.push(version) }),
  );
  const route = (share: number): object => ({ match: "pay/refund", version: 1, canary: { version: 2, share } });
  const tools = createToolRegistry({ tools: versions, routes: [route(0) as never] });
  const { runner } = desk(tools, [use("pay/refund"), { text: "done" }, use("pay/refund")]);
  const waiting = await runner.start({}, { thread: "t" });
  tools.setRoutes([route(1) as never]);
  if (waiting.status !== "waiting") throw new Error(`The run is ${waiting.status}.`);
  await runner.resume("t", { [waiting.approvals[0].id]: { approved: true, by: "mira" } });
  expect(ran).toEqual([1]);
  const next = await runner.start({}, { thread: "t" });
  expect(next.status === "waiting" && next.approvals[0].details).toMatchObject({ tool: "pay/refund", version: 2 });
});

test("a run is held to the contract of its own version, not to that of another", async () => {
  const versions = (first: object, second: object): AnyTool[] => [
    tool("pay/refund", { version: 1, policy: { confirm: "always" }, ...first }),
    tool("pay/refund", { version: 2, policy: { confirm: "always" }, ...second }),
  ];
  const routes = [{ match: "pay/refund", version: 1 }];
  const store = createMemoryStore();
  const other = { input: z.object({ more: z.string().optional() }) };
  const resume = async (tools: readonly AnyTool[]): Promise<string> => {
    const registry = createToolRegistry({ tools, routes });
    const { runner } = desk(registry, [{ text: "done" }], { store });
    return runner.resume("t").then(
      ({ status }) => status,
      (error: { readonly code: string }) => error.code,
    );
  };
  const { runner } = desk(createToolRegistry({ tools: versions({}, {}), routes }), [use("pay/refund")], { store });
  await runner.start({}, { thread: "t" });
  expect(await resume(versions(other, {}))).toBe("RUN_TOOLS_CHANGED");
  expect(await resume(versions({}, other))).toBe("waiting");
});
