import { readFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { temporaryProject } from "../project/temporary-project.ts";

/** A project whose workflow `order` reserves, asks, and ships; what it does is appended to `effects.log`. No model is needed. */
export function orderProject(): string {
  return temporaryProject({ "workflows/order.ts": workflow });
}

/** What the workflow has done to the world. */
export function effectsOf(folder: string): readonly string[] {
  const file = join(folder, "effects.log");
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
}

/** A file `break` makes the write that is under way fail without saying whether it acted. */
const workflow = `
import { appendFileSync, existsSync } from "node:fs";
import { approvalNode, defineTool, defineWorkflow, toolNode } from "sopwith";
import { z } from "zod";

const act = (name: string) => defineTool({
  name, description: "Does it.", effect: "write", input: z.object({ amount: z.int() }), output: z.object({ id: z.string() }),
  run: ({ amount }) => {
    if (existsSync("kill")) process.kill(process.pid, "SIGKILL");
    appendFileSync("effects.log", name + " " + amount + "\\n");
    if (existsSync("break")) throw new Error("the line broke");
    return { id: name };
  },
});
const state = z.object({ amount: z.int().default(5), log: z.array(z.string()).default([]) });
type State = z.output<typeof state>;
const step = (name: string) => toolNode({
  tool: act(name), input: ({ amount }: State) => ({ amount }),
  save: ({ id }, { log }: State) => ({ log: [...log, id] }),
});
export default defineWorkflow({
  name: "order", state, start: "reserve",
  nodes: {
    reserve: step("shop/reserve"),
    ask: approvalNode({ ask: ({ amount }: State) => ({ title: "Ship " + amount + "?" }), save: () => ({}) }),
    ship: step("shop/ship"),
  },
  edges: { reserve: "ask", ask: "ship", ship: "end" },
  tools: [act("shop/reserve"), act("shop/ship")],
});
`;
