import { expect, test } from "vitest";
import { z } from "zod";
import { openProject } from "../../src/project/open-project.ts";
import { reachedServers } from "../../src/project/servers/reached-servers.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { approvalNode } from "../../src/workflow/approval-node.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { workflowNode } from "../../src/workflow/workflow-node.ts";
import type { Workflow } from "../../src/workflow/workflow.ts";
import { temporaryProject } from "./temporary-project.ts";

const skill = (name: string, tools?: string): string =>
  `---\nname: ${name}\ndescription: Does ${name}. Use it for tests.\n${tools === undefined ? "" : `allowed-tools: ${tools}\n`}---\n# ${name}\n\n1. You MUST do it.\n`;
const folder = temporaryProject({
  "skills/open/SKILL.md": skill("open"),
  "skills/weather-only/SKILL.md": skill("weather-only", "weather/get_current"),
  "skills/files-only/SKILL.md": skill("files-only", "files/*"),
});
const state = z.object({ request: z.string().default("") });
const work = (name: string | readonly string[], tools?: readonly string[]) =>
  skillNode({ skill: name, input: () => "", save: () => ({}), ...(tools && { tools }) });

function single(node: ReturnType<typeof work>): Workflow {
  return defineWorkflow({
    name: "one",
    state,
    start: "work",
    tools: [],
    nodes: { work: node },
    edges: { work: "end" },
  });
}

async function reached(
  workflow: Workflow,
  more: Partial<Parameters<typeof reachedServers>[0]> = {},
): Promise<string[]> {
  const project = await openProject({ cwd: folder });
  return reachedServers({
    servers: ["files", "weather", "web"],
    workflow,
    tools: [],
    routes: [],
    skills: () => project.skills(),
    ...more,
  });
}

const reading = (context: Parameters<typeof skillNode>[0]["context"]) =>
  skillNode({ skill: "open", input: () => "", save: () => ({}), tools: [], ...(context && { context }) });

test.each<[string, ReturnType<typeof work>, string[]]>([
  ["a node that reads a resource beforehand", reading([{ tool: "web/read_resource" }]), ["web"]],
  ["a node that decides in the run what it reads", reading(() => []), ["files", "weather", "web"]],
  ["a skill and a node without lists reach all", work("open"), ["files", "weather", "web"]],
  ["a node's list limits", work("open", ["weather/*", "events/list"]), ["weather"]],
  ["a star reaches all", work("open", ["*"]), ["files", "weather", "web"]],
  ["a skill's list limits", work("weather-only"), ["weather"]],
  ["both limit together", work("weather-only", ["files/*"]), []],
  ["of several skills each may be picked", work(["weather-only", "files-only"]), ["files", "weather"]],
  ["an empty list reaches none", work("open", []), []],
  ["a skill that is missing reaches none", work("gone"), []],
])("%s", async (_what, node, expected) => {
  expect(await reached(single(node))).toEqual(expected);
});

test("nodes of inner workflows and reviews count", async () => {
  const inner = single(work("open", ["web/search"]));
  const outer = defineWorkflow({
    name: "outer",
    state,
    start: "ask",
    tools: [],
    nodes: {
      ask: approvalNode({
        review: { skill: "open", input: () => "", tools: ["files/read"] },
        ask: () => ({ title: "Well?" }),
        save: () => ({}),
      }),
      inner: workflowNode({ workflow: inner, input: () => ({}), save: () => ({}) }),
    },
    edges: { ask: "inner", inner: "end" },
  });
  expect(await reached(outer)).toEqual(["files", "web"]);
});

test("fallbacks and routes lead to servers", async () => {
  const find = defineTool({
    name: "books/find",
    description: "Finds a book by its title.",
    effect: "read",
    input: z.object({}),
    policy: { fallback: [{ tool: "web/search", unproven: true }] },
    run: () => ({}),
  });
  const routes = [{ match: "books/list", to: "files/list" }];
  expect(await reached(single(work("open", [])), { tools: [find], routes })).toEqual(["files", "web"]);
});
