import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openProject, type Project } from "../../src/project/open-project.ts";
import { openRunner } from "../../src/project/open-runner.ts";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { startEmbeddingServer } from "../skills/embedding-server.ts";
import { runInNode } from "./run-in-node.ts";
import { temporaryProject } from "./temporary-project.ts";

const skill = (name: string, description: string): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\nBody.\n`;

/** A project that searches like this; where `env` names no server, nobody is asked. */
function open(search: string, env: Readonly<Record<string, string>> = {}): Promise<Project> {
  const cwd = temporaryProject({
    "sopwith.config.js": `export default { search: ${search} };`,
    "skills/refund/SKILL.md": skill("refund", "Give a customer their money back."),
    "skills/shipping/SKILL.md": skill("shipping", "Say where a parcel is."),
  });
  return openProject({ cwd, env });
}

/** What is found for "reimburse me", and what is said. */
async function look(
  project: Project,
): Promise<{ readonly found: readonly string[]; readonly said: readonly string[] }> {
  const said: string[] = [];
  const library = await project.skills();
  const hits = await library.search("reimburse me", 1, { onNotice: (message) => void said.push(message) });
  return { found: hits.map(({ name }) => name), said };
}

test("asks a model of the model's server, and keeps the vectors in the project", async () => {
  const { baseURL, asked } = await startEmbeddingServer();
  const project = await open('{ model: "small" }', { OPENAI_API_KEY: "key-123", OPENAI_BASE_URL: baseURL });
  expect(await look(project)).toEqual({ found: ["refund"], said: [] });
  expect(asked).toHaveLength(2);
  expect(existsSync(join(project.folder, ".sopwith/skill-vectors"))).toBe(true);
});

test("lets the project's own code give vectors", async () => {
  const embed = "(texts) => texts.map((text) => [text.match(/money|reimburse/g)?.length ?? 0, 1])";
  expect(await look(await open(`{ embed: ${embed} }`))).toEqual({ found: ["refund"], said: [] });
});

test("compares words without a key, and says so", async () => {
  expect(await look(await open('{ model: "small" }'))).toEqual({
    found: [],
    said: [
      'Skills were compared by words alone: The search over skills asks the model "small" for vectors, but OPENAI_API_KEY is not set. (SEARCH_MODEL_NOT_SET)',
    ],
  });
});

test.each([
  ["{}", '"search": expected either a model or embed, seen {}.'],
  ['{ model: "small", embed: () => [] }', '"search": expected either a model or embed, seen {"model":"small"}.'],
  ['{ embed: "small" }', '"search.embed": expected a function that gives a vector for each text, seen small.'],
  ['{ modle: "small" }', 'The config has no key "search.modle".'],
])("refuses %s", async (search, message) => {
  await expect(open(search)).rejects.toMatchObject({
    code: "CONFIG_INVALID",
    diagnostics: expect.arrayContaining([expect.objectContaining({ message })]) as object,
  });
});

test("embeds nothing where a rehearsal plays the model", { timeout: 60_000 }, async () => {
  const names = Array.from({ length: 60 }, (_, index) => `task-${index}`);
  const cwd = temporaryProject({
    "sopwith.config.js": `export default { search: { embed: () => { throw new Error("asked"); } } };`,
    "workflows/route.ts": `
import { defineWorkflow, routerNode } from "sopwith";
import { z } from "zod";
export default defineWorkflow({
  name: "route", start: "pick",
  state: z.object({ request: z.string(), answer: z.string().default("") }),
  nodes: { pick: routerNode({ choices: ${JSON.stringify(names)}, input: (state: { request: string }) => state.request, save: (answer) => ({ answer }) }) },
  edges: { pick: "end" },
});`,
    "workflows/route/rehearsals/approved.yaml":
      "workflow: route\ninput: Do task 7\nturns:\n  - call: { tool: node/finish, with: { choice: task-7 } }\n",
    ...Object.fromEntries(
      names.map((name) => [`skills/${name}/SKILL.md`, skill(name, `Does ${name} and more. ${"Words. ".repeat(20)}`)]),
    ),
  });
  const project = await openProject({ cwd, env: {}, store: createMemoryStore() });
  const opened = await openRunner(project, await project.workflow("route"), {
    rehearsal: "workflows/route/rehearsals/approved.yaml",
  });
  const notices: string[] = [];
  const result = await opened.runner.start(
    { request: "Do task 7" },
    { onEvent: (event) => (event.type === "notice" ? void notices.push(event.message) : undefined) },
  );
  await opened.close();
  await project.close();
  expect([result.state, notices]).toEqual([
    { request: "Do task 7", answer: "task-7" },
    [expect.stringMatching(/^All 60 skills are shown/)],
  ]);
});

test("loads nothing for it where the config does not ask for it", async () => {
  const folder = temporaryProject({ "skills/refund/SKILL.md": skill("refund", "Money back.") });
  const loaded = await runInNode(
    folder,
    `const { registerHooks } = await import("node:module");
const seen = [];
registerHooks({ load: (url, context, next) => (seen.push(url), next(url, context)) });
const { openProject } = await load("src/project/open-project.ts");
const project = await openProject();
await (await project.skills()).search("money");
return seen.filter((url) => /embedder|meaning-search|skill-vectors|langchain/.test(url));`,
  );
  expect(loaded).toEqual([]);
});
