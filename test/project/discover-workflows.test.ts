import { expect, test } from "vitest";
import { runInNode } from "./run-in-node.ts";
import { temporaryProject } from "./temporary-project.ts";

const good = (name: string): string => `
import { defineWorkflow } from "sopwith";
import { z } from "zod";
export default defineWorkflow({ name: "${name}", state: z.object({}), start: "a", nodes: { a: () => ({}) }, edges: { a: "end" } });
`;

const folder = temporaryProject({
  "workflows/good.ts": good("good"),
  "workflows/same.ts": good("good"),
  "workflows/syntax.ts": "export const a: number = 1;\nconst b = ;\n",
  "workflows/syntax.mjs": "export const a = 1;\nconst b = ;\n",
  "workflows/enum.ts": "enum Colour {\n  Red,\n}\nexport default Colour;\n",
  "workflows/throws.ts": 'function start(): void {\n  throw new Error("no database");\n}\nstart();\n',
  "workflows/throws-text.ts": 'throw "no database";\n',
  "workflows/missing-import.ts": '// a comment\nimport { x } from "./nowhere.ts";\nexport default x;\n',
  "workflows/nothing.ts": "",
  "workflows/named.ts": good("named").replace("export default", "export const named ="),
  "workflows/other.ts": "export default { name: 1 };\n",
  "workflows/definition.ts": good("definition").replace('a: "end"', 'a: "b"'),
  "workflows/types.d.ts": "export {};\n",
  "old/package.json": '{ "type": "commonjs" }',
  "old/flow.ts": good("flow"),
  "workflows/good/tools.ts": "throw new Error('not a workflow of its own');\n",
});

/** What a function of the module under test does in Node itself. */
function inNode(body: string): Promise<unknown> {
  return runInNode(
    folder,
    `const { discoverWorkflows, findWorkflow } = await load("src/project/discover-workflows.ts");
const { matchFiles } = await load("src/project/match-files.ts");
const { formatDiagnostic, formatError } = await load("src/base/errors.ts");
const files = await matchFiles(["workflows"], process.cwd());
${body}`,
  );
}

test(
  "loads what is sound and gives every broken file its own diagnostic with its place",
  { timeout: 30_000 },
  async () => {
    const found = await inNode(`
    const { workflows, diagnostics } = await discoverWorkflows(files);
    return { workflows: workflows.map(({ file, workflow }) => [workflow.name, file]), diagnostics: diagnostics.map(formatDiagnostic) };`);
    const { workflows, diagnostics } = found as { workflows: unknown; diagnostics: string[] };
    expect(workflows).toEqual([["good", "workflows/good.ts"]]);
    expect(diagnostics).toEqual([
      'workflows/definition.ts:4:16 error WORKFLOW_INVALID  The edge of "a" leads to "b", which is not a node.\n  Did you mean "a"?',
      expect.stringMatching(/^workflows\/enum\.ts:1 error MODULE_BROKEN {2}enum\.ts does not compile: .*enum/),
      "workflows/missing-import.ts:2 error MODULE_BROKEN  missing-import.ts throws while it is loaded: Cannot find module 'workflows/nowhere.ts' imported from workflows/missing-import.ts.",
      "workflows/named.ts:1 error WORKFLOW_FILE  named.ts has no workflow as its default export. It exports named.\n  Write `export default named`.",
      "workflows/nothing.ts:1 error WORKFLOW_FILE  nothing.ts has no workflow as its default export. It exports nothing.\n  Write `export default defineWorkflow({ ... })`.",
      "workflows/other.ts:1 error WORKFLOW_FILE  other.ts has no workflow as its default export. It exports default.\n  Write `export default defineWorkflow({ ... })`.",
      'workflows/same.ts error WORKFLOW_DUPLICATE  The workflow name "good" is taken by workflows/good.ts; this file is left out.\n  Give one of them another name.',
      "workflows/syntax.mjs:2 error MODULE_BROKEN  syntax.mjs does not compile: Unexpected token ';'.",
      "workflows/syntax.ts:2 error MODULE_BROKEN  syntax.ts does not compile: Expression expected.",
      "workflows/throws-text.ts error MODULE_BROKEN  throws-text.ts throws while it is loaded: no database.",
      "workflows/throws.ts:2:9 error MODULE_BROKEN  throws.ts throws while it is loaded: no database.",
    ]);
  },
);

test("says what to run where a package is not one of ES modules", async () => {
  const text = await inNode(`
    const old = await matchFiles(["old/flow.ts"], process.cwd());
    return (await discoverWorkflows(old)).diagnostics.map(formatDiagnostic).join();`);
  expect(text).toMatch(
    /MODULE_BROKEN.*does not compile: .*\n {2}The package\.json above it does not say .*npm pkg set type=module$/,
  );
});

test("finds a workflow by its file's name without loading the broken ones", async () => {
  expect(await inNode(`return (await findWorkflow("good", files)).workflow.name;`)).toBe("good");
});

test("says what is wrong with the file of the name that is asked for", async () => {
  const text = await inNode(`return findWorkflow("throws", files).catch(formatError);`);
  expect(text).toBe(
    [
      "WORKFLOW_FILE  The workflow file cannot be used.",
      "  workflows/throws.ts:2:9 error MODULE_BROKEN  throws.ts throws while it is loaded: no database.",
      "  Mend the file and run the command again. Other workflows are not touched by it.",
    ].join("\n"),
  );
});

test("names the nearest workflows, and the broken files in which it may stand", { timeout: 30_000 }, async () => {
  const error = await inNode(
    `return findWorkflow("god", files).catch(({ code, hint, data, diagnostics }) => ({ code, hint, data, broken: diagnostics.length }));`,
  );
  expect(error).toEqual({
    code: "WORKFLOW_NOT_FOUND",
    hint: 'Did you mean "good"?',
    data: { name: "god", known: ["good"] },
    broken: 11,
  });
});
