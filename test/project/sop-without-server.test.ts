import { expect, onTestFinished, test } from "vitest";
import { knownToolsOf } from "../../src/project/known-tools-of.ts";
import { openRunner } from "../../src/project/open-runner.ts";
import { lintSkillFile } from "../../src/skills/lint/lint-skill-file.ts";
import { agree, archive, changeTools, forecast, listingServer, open, serverProject } from "./server-project.ts";

/** A workflow that may delete, and whose skill asks for a look first. */
const workflow = `
import { defineTool, defineWorkflow, skillNode } from "sopwith";
import { z } from "zod";
const remove = defineTool({
  name: "city/remove", description: "Removes a city.", effect: "write",
  input: z.object({ city: z.string() }), run: ({ city }) => ({ gone: city }),
});
const state = z.object({ request: z.string(), answer: z.string().default("") });
export default defineWorkflow({
  name: "desk", state, start: "tidy", tools: [remove],
  nodes: { tidy: skillNode({ skill: "tidy", tools: ["weather/*", "city/*"], input: (state) => state.request, output: z.object({ answer: z.string() }), save: ({ answer }) => ({ answer }) }) },
  edges: { tidy: "end" },
});
`;
const skillFor = (tool: string): string =>
  `---\nname: tidy\ndescription: Removes a city after a look. Use it for tests.\nallowed-tools: weather/* city/*\n---\n# Tidy\n\n\`\`\`sop
steps:
  - id: look
    tool: ${tool}
  - id: remove
    tool: city/remove
    after: [look]
    args: { city: { sameAs: look } }
never: [weather/archive]
\`\`\`\n`;
const rehearsal = `
workflow: desk
input: Remove Oslo.
turns:
  - call: { tool: weather/forecast, with: { city: Oslo } }
  - call: { tool: city/remove, with: { city: Oslo } }
  - { call: { tool: node/finish, with: { answer: Done. } }, repeat: true }
expect:
  status: degraded
`;

function project(tool = "weather/forecast", more: object = {}): string {
  const files = {
    "skills/tidy/SKILL.md": skillFor(tool),
    "workflows/desk.ts": workflow,
    "workflows/desk/rehearsals/approved.yaml": rehearsal,
  };
  return serverProject([forecast, archive], files, more);
}

/** What became of each call, and what was told of the skill. */
async function outcomesIn(folder: string): Promise<{ calls: unknown[]; faults: string[] }> {
  const { project: opened } = await open(folder);
  const file = `${folder}/workflows/desk/rehearsals/approved.yaml`;
  const desk = await openRunner(opened, await opened.workflow("desk"), { rehearsal: file });
  onTestFinished(() => desk.close());
  const calls: unknown[] = [];
  const faults: string[] = [];
  await desk.runner.start(
    { request: "Remove Oslo." },
    {
      thread: "t",
      onEvent: (event) => {
        if (event.type === "tool-result" && event.tool !== "node/finish") calls.push([event.tool, event.status]);
        if (event.type === "notice" && event.message.includes("sop block"))
          faults.push(event.message.replace(folder, ""));
      },
    },
  );
  return { calls, faults };
}

const held = [
  ["weather/forecast", "unavailable"],
  ["city/remove", "denied"],
];

test("the order of a block holds while nobody has agreed to the server that its first step needs", async () => {
  expect(await outcomesIn(project())).toEqual({ calls: held, faults: [] });
});

test("it holds while the server is switched off, cannot be started, or has a tool that waits for a yes", async () => {
  expect(await outcomesIn(project("weather/forecast", { disabled: true }))).toEqual({ calls: held, faults: [] });
  const broken = project("weather/forecast", { ...listingServer(), args: ["gone.ts"] });
  const { project: opened } = await open(broken);
  await (await opened.servers()).trust.acceptStart("weather");
  expect(await outcomesIn(broken)).toEqual({ calls: held, faults: [] });
  const waiting = project();
  changeTools(waiting, []);
  await agree(waiting);
  changeTools(waiting, [forecast, archive]);
  expect(await outcomesIn(waiting)).toEqual({ calls: held, faults: [] });
});

test("a tool that a ready server does not list is a fault still", async () => {
  const folder = project("weather/forecasts");
  await agree(folder);
  expect((await outcomesIn(folder)).faults).toEqual([
    'The sop block of skill "tidy" has mistakes, so the steps are read from its text alone: /skills/tidy/SKILL.md:10:5 There is no tool "weather/forecasts".',
  ]);
});

test("checks of skills take tools of a server that is not ready as they are", async () => {
  const folder = project();
  const codes = async (): Promise<string[]> => {
    const { project: opened } = await open(folder);
    const { diagnostics } = lintSkillFile(`${folder}/skills/tidy/SKILL.md`, await knownToolsOf(opened));
    return diagnostics.filter(({ code }) => code.includes("TOOL")).map(({ code }) => code);
  };
  expect(await codes()).toEqual([]);
  await agree(folder);
  expect(await codes()).toEqual([]);
  changeTools(folder, []);
  expect(await codes()).toEqual([]);
});
