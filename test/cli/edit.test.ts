import { expect, test } from "vitest";
import type { ApprovalRow } from "../../src/store/run-store.ts";
import { temporaryProject } from "../project/temporary-project.ts";
import { effectsOf } from "./order-project.ts";
import { runSopwith } from "./run-sopwith.ts";

const workflow = `
import { appendFileSync } from "node:fs";
import { defineTool, defineWorkflow, toolNode } from "sopwith";
import { z } from "zod";

const pay = defineTool({
  name: "bank/pay", description: "Pay.", effect: "write", input: z.object({ amount: z.int() }), output: z.object({}),
  policy: { confirm: "always" },
  run: ({ amount }) => { appendFileSync("effects.log", "paid " + amount + "\\n"); return {}; },
});
export default defineWorkflow({
  name: "pay", state: z.object({}), start: "pay", tools: [pay],
  nodes: { pay: toolNode({ tool: pay, input: () => ({ amount: 5 }), save: () => ({}) }) }, edges: { pay: "end" },
});
`;

test(
  "approves a call with other arguments, and refuses those that the tool would not take",
  { timeout: 60_000 },
  async () => {
    const folder = temporaryProject({ "workflows/pay.ts": workflow });
    for (const thread of ["t", "u"]) expect((await runSopwith(folder, "run", "pay", "--thread", thread)).code).toBe(3);
    const asked = JSON.parse((await runSopwith(folder, "approvals", "--json")).stdout) as readonly ApprovalRow[];
    const [first, second] = asked.map(({ id }) => id) as [string, string];
    expect(await runSopwith(folder, "resume", "t", "--edit", first, '{"amount":"much"}')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^DECISION_INVALID .*\n {2}amount: expected /) as string,
    });
    expect((await runSopwith(folder, "resume", "t", "--edit", first, "amount: 3")).code).toBe(2);
    expect((await runSopwith(folder, "resume", "t", "--edit", first, '{"amount":3}')).code).toBe(0);
    expect((await runSopwith(folder, "approvals", "decide", second, "--edit", '{"amount":4}')).code).toBe(0);
    expect(effectsOf(folder)).toEqual(["paid 3", "paid 4"]);
  },
);
