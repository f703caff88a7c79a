import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { createSqliteStore } from "../../src/store/sqlite-store.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { appendLog, scriptedModel, skillsOf, TestState } from "./kit.ts";

/**
 * One process that starts or resumes a run over a store file, and is killed at the nth of its fail points.
 * usage: node crash-child.ts <folder> <n>
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
  appendFileSync(`${folder}/attempts`, `${text}\n`);
  if (seen.includes(key)) return;
  appendFileSync(`${folder}/keys`, `${key}\n`);
  appendFileSync(`${folder}/effects`, `${text}\n`);
}

const write = (name: string, idempotency: "keyed" | "none") =>
  defineTool({
    name,
    description: "Write.",
    effect: "write",
    idempotency,
    input: z.object({ text: z.string() }),
    run: ({ text }, { idempotencyKey }) => {
      failPoint();
      effect(idempotency === "keyed" ? idempotencyKey : `${Math.random()}`, text);
      failPoint();
      return { written: text };
    },
  });

const model = scriptedModel((request) => {
  failPoint();
  const node = /^Node: (.*)$/m.exec(request.messages[0]!.text)![1]!;
  const told = request.messages.filter((message) => message.role === "tool").length;
  if (told === 0) return { calls: [{ name: "log/keyed", arguments: { text: `${node} keyed` } }] };
  if (told === 1) return { calls: [{ name: "log/plain", arguments: { text: `${node} plain` } }] };
  return { text: `${node} done` };
});

const node = (name: string) => skillNode({ skill: "write", input: () => name, save: (text) => ({ log: [text] }) });
const workflow = defineWorkflow({
  name: "writers",
  state: TestState,
  start: "first",
  tools: [write("log/keyed", "keyed"), write("log/plain", "none")],
  nodes: { first: node("first"), second: node("second") },
  edges: { first: "second", second: "end" },
  reduce: { log: appendLog },
});
const store = createSqliteStore({ file: `${folder}/store.db` });
// The process that was killed still holds the thread: a clock that is a day ahead finds its hold at an end.
await store.takeLease("t", "a clock that is ahead", { ttlMs: 1, now: Date.now() + 86_400_000 });
await store.dropLease("t", "a clock that is ahead");
const runner = createRunner({ workflow, skills: skillsOf({ write: "Write." }), model, store });
const open = await runner.get("t");
const result = open ? await runner.resume("t") : await runner.start({}, { thread: "t" });
writeFileSync(`${folder}/result`, JSON.stringify({ status: result.status, log: result.state.log, points: point }));
