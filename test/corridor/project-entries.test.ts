import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runSopwith } from "../cli/run-sopwith.ts";
import { temporaryProject } from "../project/temporary-project.ts";

const timeout = 60_000;

/** What the project and the tool say. */
interface Doors {
  readonly policies?: object;
  readonly confirm?: string;
  readonly input?: object;
}

/** A project whose tool leaves a mark in `acted`, a workflow that calls it, and a rehearsal of that. */
function project({ policies = {}, confirm = "never", input = { id: "x" } }: Doors): string {
  return temporaryProject({
    "sopwith.config.ts": `export default { tools: "tools", policies: ${JSON.stringify(policies)} };\n`,
    "tools/act.ts": `
import { appendFileSync } from "node:fs";
import { defineTool } from "sopwith";
import { z } from "zod";
export const act = defineTool({
  name: "data/act", description: "Acts.", effect: "write", idempotency: "keyed", input: z.object({ id: z.string() }),
  policy: { confirm: ${JSON.stringify(confirm)} },
  run: ({ id }) => (appendFileSync(${JSON.stringify("acted")}, id), id),
});
`,
    "workflows/act.ts": `
import { defineWorkflow, skillNode } from "sopwith";
import { z } from "zod";
const state = z.object({ request: z.string().default(""), answer: z.string().default("") });
export default defineWorkflow({
  name: "act", description: "Acts.", state, start: "act",
  nodes: { act: skillNode({ skill: "act", input: () => "go", save: (answer) => ({ answer }) }) },
  edges: { act: "end" },
});
`,
    "plan.yaml": "tools: { data/act: [] }\n",
    "skills/act/SKILL.md": "---\nname: act\ndescription: Act.\n---\nAct.\n",
    "workflows/act/rehearsals/go.yaml": `
workflow: act
input: go
turns:
  - call: { tool: data/act, with: ${JSON.stringify(input)} }
  - say: done
`,
  });
}

const entries: Readonly<Record<string, (folder: string, input: object) => Promise<unknown>>> = {
  "the command line": (folder, input) =>
    runSopwith(folder, "tools", "call", "data/act", JSON.stringify(input), "--user", "mira"),
  "a drill with real work": (folder, input) => {
    const more = ["--input", JSON.stringify(input), "--user", "mira", "--plan", "plan.yaml", "--real"];
    return runSopwith(folder, "chaos", "data/act", ...more);
  },
  "a rehearsal": (folder) => runSopwith(folder, "run", "act", "--rehearsal", "go", "--user", "mira"),
};

async function enter(name: string, doors: Doors): Promise<string> {
  const folder = project(doors);
  await entries[name]!(folder, doors.input ?? { id: "x" });
  const mark = join(folder, "acted");
  return existsSync(mark) ? readFileSync(mark, "utf8") : "";
}

describe.each(Object.keys(entries))("%s", (name) => {
  test("reaches the handler through open doors once", { timeout }, async () => {
    const users = { mira: { deny: ["pay/*"], allow: ["data/act"] } };
    expect(await enter(name, { policies: { users } })).toBe("x");
  });

  test.each<readonly [string, Doors]>([
    ["a policy for users denies it", { policies: { users: { mira: { deny: ["data/act"], allow: ["*"] } } } }],
    ["it is confirmed each time, and nobody answers", { confirm: "each-call" }],
    ["its arguments have more than is known", { input: { id: "x", confirmed: true } }],
  ])("does not reach the handler when %s", { timeout }, async (_, doors) => {
    expect(await enter(name, doors)).toBe("");
  });
});
