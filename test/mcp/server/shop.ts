import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { McpServeParts, ServedWorkflow } from "../../../src/mcp/server/serve-parts.ts";
import { createSkillLibrary } from "../../../src/skills/skill-library.ts";
import { createSqliteStore } from "../../../src/store/sqlite-store.ts";
import type { RunStore } from "../../../src/store/run-store.ts";
import { createToolRegistry } from "../../../src/tools/tool-registry.ts";
import { defineTool } from "../../../src/tools/define-tool.ts";
import { toolNode } from "../../../src/workflow/tool-node.ts";
import { approvalNode } from "../../../src/workflow/approval-node.ts";
import { defineWorkflow } from "../../../src/workflow/define-workflow.ts";
import { createRunner } from "../../../src/workflow/runner.ts";
import { createSigner } from "../../../src/workflow/signer.ts";
import type { Workflow } from "../../../src/workflow/workflow.ts";
import { type ShopTools, shopTools } from "./shop-tools.ts";

/** The text of the one skill, with line ends and blanks that must not change. */
export const packingBody = "1. Weigh the parcel.  \r\n2. MUST write the address by hand.\r\n\r\n";

/** A value that no client may see. */
export const SECRET = "s3cr3t-of-the-shop";

/** A shop as it is served: tools, a workflow that asks a person, one that only takes a text, and a skill. */
export interface Shop extends Omit<ShopTools, "tools"> {
  readonly parts: McpServeParts;
  readonly store: RunStore;
}

/** Opens the shop whose files lie in `folder`. */
export async function openShop(folder: string): Promise<Shop> {
  mkdirSync(join(folder, "skills", "packing"), { recursive: true });
  writeFileSync(
    join(folder, "skills", "packing", "SKILL.md"),
    `---\r\nname: packing\r\ndescription: How a parcel is packed.\r\n---\r\n${packingBody}`,
  );
  writeFileSync(join(folder, "skills", "packing", "sizes.txt"), "S, M, L\n");
  const store = createSqliteStore({ file: join(folder, "shop.db") });
  const { tools, ...did } = shopTools();
  const registry = createToolRegistry({ tools });
  const skills = createSkillLibrary({ roots: [join(folder, "skills")], holdTexts: true });
  await skills.load();
  const workflows = [refund, greet, mull()].map((workflow): ServedWorkflow => ({
    workflow,
    open: async () => ({
      runner: createRunner({ workflow, skills, store, model: { name: "none", respond: () => Promise.reject() } }),
      close: async () => {},
    }),
  }));
  const governance = { signer: createSigner("a key of the shop, long enough"), secrets: [SECRET] };
  return { parts: { registry, workflows, skills, store, governance, version: "1.2.3" }, store, ...did };
}

const RefundState = z.object({
  order: z.string(),
  amount: z.number().optional(),
  approved: z.boolean().default(false),
  answer: z.string().default(""),
});

/** Asks a person before it pays back. */
const refund: Workflow = defineWorkflow({
  name: "refund",
  description: "Pays an order back once a person has agreed.",
  state: RefundState,
  start: "approve",
  nodes: {
    approve: approvalNode({
      ask: ({ order }: z.output<typeof RefundState>) => ({ title: `Pay ${order} back?`, details: { order } }),
      save: ({ approved, by }) => ({ approved, answer: approved ? `paid back, says ${by}` : `kept, says ${by}` }),
    }),
    sign: approvalNode({
      to: "bob",
      ask: () => ({ title: "So much?" }),
      save: ({ by }) => ({ answer: `signed, says ${by}` }),
    }),
  },
  edges: { approve: ({ amount = 0 }) => (amount > 100 ? "sign" : "end"), sign: "end" },
});

const GreetState = z.object({ name: z.string().default("you"), answer: z.string().default("") });

/** Demands nothing, and takes a text. */
const greet: Workflow = defineWorkflow({
  name: "greet",
  state: GreetState,
  start: "greet",
  nodes: { greet: ({ name }: z.output<typeof GreetState>) => ({ answer: `Hello ${name}.` }) },
  edges: { greet: "end" },
  fromText: (name) => ({ name }),
});

const MullState = z.object({ answer: z.string().default("") });

/** Thinks without end the first time it is asked, and is quick from then on. */
function mull(): Workflow {
  let asked = false;
  const over = defineTool({
    name: "mull/over",
    description: "Thinks.",
    effect: "read",
    input: z.object({}),
    output: z.object({ thought: z.string() }),
    run: async (_input, { signal }) => {
      if (!asked) {
        asked = true;
        await once(signal, "abort");
      }
      return { thought: "well" };
    },
  });
  return defineWorkflow({
    name: "mull",
    state: MullState,
    start: "think",
    tools: [over],
    nodes: {
      think: toolNode({
        tool: over,
        input: () => ({}),
        save: ({ thought }) => ({ answer: thought }),
      }),
    },
    edges: { think: "end" },
  });
}
