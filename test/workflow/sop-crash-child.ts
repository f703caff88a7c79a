import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { createSqliteStore } from "../../src/store/sqlite-store.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { scriptedModel, skillsOf, TestState } from "./kit.ts";
import { block, call, skip } from "./sop-kit.ts";

/**
 * One process that starts or resumes a run whose skill has an SOP, and is killed at the nth of its fail points.
 * usage: node sop-crash-child.ts <folder> <n>
 */
const [folder, killAt] = [process.argv[2]!, Number(process.argv[3])];
let point = 0;

function failPoint(): void {
  point += 1;
  if (point === killAt) process.kill(process.pid, "SIGKILL");
}

/** The world outside: it drops a second effect that carries a key it has seen. */
function effect(key: string, text: string): void {
  const seen = existsSync(`${folder}/keys`) ? readFileSync(`${folder}/keys`, "utf8").split("\n") : [];
  if (seen.includes(key)) return;
  appendFileSync(`${folder}/keys`, `${key}\n`);
  appendFileSync(`${folder}/effects`, `${text}\n`);
}

const tool = (name: string) =>
  defineTool({
    name,
    description: "Works.",
    effect: "write",
    idempotency: "keyed",
    input: z.object({ id: z.string() }),
    run: ({ id }, { idempotencyKey }) => {
      failPoint();
      effect(idempotencyKey, `${name} ${id}`);
      failPoint();
      return { id };
    },
  });

const body = block(`
steps:
  - { id: look, tool: a/look, evidence: [id] }
  - id: pay
    tool: a/pay
    after: [{ step: look, path: id, exists: true, same: id, fresh: true }]
    times: { atMost: 1, per: id }
  - { id: file, tool: a/file, level: should }
  - { id: tell, tool: a/tell, after: [pay] }
`);

/** Tells too early, looks and pays, skips and pays twice, tells. What it says depends on what it was told alone. */
const model = scriptedModel((request) => {
  failPoint();
  const told = request.messages.filter((message) => message.role === "tool").length;
  if (told === 0) return { calls: [call("a/tell")] };
  if (told === 1) return { calls: [call("a/look"), call("a/pay")] };
  if (told === 3) return { calls: [skip("file", "Nothing to file."), call("a/pay")] };
  if (told === 5) return { calls: [call("a/tell")] };
  return { text: "done" };
});

const workflow = defineWorkflow({
  name: "payer",
  state: TestState,
  start: "work",
  tools: ["a/look", "a/pay", "a/file", "a/tell"].map(tool),
  nodes: { work: skillNode({ skill: "work", input: () => "go", sop: "enforce", save: (text) => ({ answer: text }) }) },
  edges: { work: "end" },
});
const store = createSqliteStore({ file: `${folder}/store.db` });
// The process that was killed still holds the thread: a clock that is a day ahead finds its hold at an end.
await store.takeLease("t", "a clock that is ahead", { ttlMs: 1, now: Date.now() + 86_400_000 });
await store.dropLease("t", "a clock that is ahead");
const runner = createRunner({ workflow, skills: skillsOf({ work: body }), model, store });
const open = await runner.get("t");
const result = open ? await runner.resume("t") : await runner.start({}, { thread: "t" });
const [run] = await store.runs("t");
const calls = await store.runCalls(run!.id);
const row = run!.conformance![0]!;
const isAsRecorded = row.steps.every(({ step, doneAt }) => {
  const done = calls.find((other) => other.tool === `a/${step}` && other.attempts > 0);
  return doneAt === done?.finishedAt;
});
writeFileSync(
  `${folder}/result`,
  JSON.stringify({
    status: result.status,
    steps: row.steps.map(({ step, status, calls: { length }, reason }) => ({ step, status, calls: length, reason })),
    refused: row.refused.map(({ tool: name, reason }) => ({ tool: name, reason })),
    isAsRecorded,
    effects: readFileSync(`${folder}/effects`, "utf8").trim().split("\n"),
    points: point,
  }),
);
