import { expect, test } from "vitest";
import { forecast, serverProject } from "../project/server-project.ts";
import { runSopwith } from "./run-sopwith.ts";

const workflow = `
import { defineWorkflow, skillNode } from "sopwith";
import { z } from "zod";
const state = z.object({ request: z.string(), answer: z.string().default("") });
export default defineWorkflow({
  name: "desk", state, start: "look", tools: [],
  nodes: { look: skillNode({ skill: "look", tools: ["weather/*"], input: (state) => state.request, save: (answer) => ({ answer }) }) },
  edges: { look: "end" },
});
`;
const skill = "---\nname: look\ndescription: Looks things up. Use it for tests.\n---\n# Look\n\n1. You SHOULD look.\n";
const rehearsal = `
workflow: desk
input: Look.
turns:
  - call: { tool: weather/forecast, with: { city: Oslo } }
  - when: { tool: weather/forecast, contains: sunny }
    say: Done.
`;

test("a run and a call that lack a server say which command agrees to it", async () => {
  const folder = serverProject([forecast], {
    "skills/look/SKILL.md": skill,
    "workflows/desk.ts": workflow,
    "workflows/desk/rehearsals/approved.yaml": rehearsal,
  });
  const reason =
    'What weather/forecast needs is not there at the moment. A person has to agree to the MCP server "weather" first (npx sopwith mcp accept weather).';
  const { stdout } = await runSopwith(folder, "run", "desk", "--rehearsal", "approved");
  expect(stdout).toContain(reason);
  expect(stdout.slice(stdout.indexOf("To go on"))).toBe(
    "To go on when the cause is gone:\n  npx sopwith mcp accept weather\n  npx sopwith resume desk-approved\n",
  );
  expect((await runSopwith(folder, "tools", "call", "weather/forecast", "--json")).stdout).toContain(
    JSON.stringify(reason),
  );
});
