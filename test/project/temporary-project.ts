import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll } from "vitest";

/** The clone. */
export const root: string = resolve(import.meta.dirname, "../..");

/**
 * A project in a temporary folder with these files, removed after the tests of the file. Its modules may import
 * `sopwith` and `zod`.
 */
export function temporaryProject(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "sopwith-project-")));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules", "sopwith"));
  symlinkSync(join(root, "node_modules", "zod"), join(folder, "node_modules", "zod"));
  for (const [name, text] of Object.entries({ "package.json": '{ "type": "module" }', ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A workflow of one skill node with one tool, which asks a person before it calls a destructive one. */
export const parcelFiles: Readonly<Record<string, string>> = {
  "workflows/parcel.ts": `
import { approvalNode, defineTool, defineWorkflow, skillNode, toolNode } from "sopwith";
import { z } from "zod";

const find = defineTool({
  name: "parcels/find", description: "Where a parcel is.", effect: "read",
  input: z.object({ id: z.string() }), output: z.object({ place: z.string() }),
  policy: { retry: { maxAttempts: 2, backoffMs: 1 }, fallback: ["parcels/find_old"] },
  run: ({ id }) => ({ place: id === "P-1" ? "Bremen" : "nowhere" }),
});
const findOld = defineTool({
  name: "parcels/find_old", description: "Where a parcel was.", effect: "read",
  input: z.object({ id: z.string() }), output: z.object({ place: z.string() }),
  run: () => ({ place: "Hamburg" }),
});
const drop = defineTool({
  name: "parcels/drop", description: "Give a parcel up.", effect: "destructive", idempotency: "keyed",
  input: z.object({ id: z.string() }), output: z.object({ dropped: z.boolean() }),
  run: () => ({ dropped: true }),
});
const state = z.object({ request: z.string(), place: z.string().default(""), approved: z.boolean().default(false), answer: z.string().default("") });
type State = z.output<typeof state>;

export default defineWorkflow({
  name: "parcel", description: "Finds a parcel.", state, start: "look", tools: [find, findOld, drop],
  nodes: {
    look: skillNode({ skill: "find-parcel", input: (state: State) => state.request, output: z.object({ place: z.string() }), save: ({ place }) => ({ place, answer: "It is in " + place + "." }) }),
    ask: approvalNode({ ask: (state: State) => ({ title: "Give the parcel in " + state.place + " up?", details: { place: state.place } }), grants: () => [{ tool: "parcels/drop", input: { id: "P-1" } }], save: (decision) => ({ approved: decision.approved }) }),
    drop: toolNode({ tool: drop, grantedBy: "ask", input: () => ({ id: "P-1" }), save: () => ({ answer: "Given up." }) }),
  },
  edges: { look: "ask", ask: (state) => (state.approved ? "drop" : "end"), drop: "end" },
});
`,
  "skills/find-parcel/SKILL.md": `---
name: find-parcel
description: Find a parcel. Use it when somebody asks where a parcel is.
---
# Find a parcel

1. You MUST call \`parcels/find\` with the parcel's number.
`,
  "workflows/parcel/rehearsals/approved.yaml": `
workflow: parcel
input: Where is parcel P-1?
turns:
  - call: { tool: parcels/find, with: { id: P-1 } }
  - call: { tool: node/finish, with: { place: "{{ parcels/find.place }}" } }
decisions:
  - decide: approve
    by: Ana
expect:
  status: completed
  answer: Given up.
  calls: [parcels/find, parcels/drop]
  state: { place: Bremen }
`,
};
