import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createSkillLibrary, type SkillLibrary } from "../../src/skills/skill-library.ts";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import type { RunEvent } from "../../src/trace/run-event.ts";
import { approvalNode } from "../../src/workflow/approval-node.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { createRunner, type Runner } from "../../src/workflow/runner.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { appendLog, scriptedModel, skillsOf, TestState, type TestStateValue } from "./kit.ts";

const lookAt = (state: TestStateValue): string => state.request;

/** The version a node's prompt holds, in the words of the skill. */
const readVersion = scriptedModel((request) => ({
  text: [...new Set(request.messages[0]!.text.match(/version \d+/g))].join(" and "),
}));

const save = (text: string): Partial<TestStateValue> => ({ log: [text] });
const read = skillNode({ skill: "work", input: lookAt, save });

/** Two branches that load the skill at once, then a question to a person, then the skill again. */
function makeRunner(skills: Parameters<typeof createRunner>[0]["skills"]): Runner<typeof TestState> {
  const workflow = defineWorkflow({
    name: "versions",
    state: TestState,
    start: "open",
    reduce: { log: appendLog },
    nodes: {
      open: () => ({}),
      left: read,
      right: read,
      ask: approvalNode({
        ask: () => ({ title: "Go on?" }),
        save: (decision) => ({ flag: decision.approved }),
      }),
      after: read,
    },
    edges: {
      open: { to: ["left", "right"], choose: () => ["left", "right"] },
      left: "ask",
      right: "ask",
      ask: "after",
      after: "end",
    },
  });
  return createRunner({ workflow, skills, model: readVersion, store: createMemoryStore() });
}

const textOf = (version: number): string =>
  `---\nname: work\ndescription: Works.\n---\n${`This is version ${version}.\n`.repeat(200)}`;

async function libraryIn(): Promise<{ readonly library: SkillLibrary; readonly save: (version: number) => void }> {
  const folder = mkdtempSync(join(tmpdir(), "sopwith-versions-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "work/SKILL.md");
  mkdirSync(join(folder, "work"));
  writeFileSync(file, textOf(0));
  const library = createSkillLibrary({ roots: [folder], holdTexts: true });
  await library.load();
  const write = (version: number): void => {
    if (version % 2 === 0) return writeFileSync(file, textOf(version));
    writeFileSync(`${file}.tmp`, textOf(version));
    renameSync(`${file}.tmp`, file);
  };
  return { library, save: write };
}

test("each of 200 runs sees one version of its skill while 200 reloads go on", { timeout: 60_000 }, async () => {
  const { library, save: write } = await libraryIn();
  const runner = makeRunner(library);
  const runToEnd = async (thread: string): Promise<readonly string[]> => {
    const waiting = await runner.start({ request: "go" }, { thread });
    if (waiting.status !== "waiting") throw new Error(waiting.status);
    const done = await runner.resume(thread, { [waiting.approvals[0].id]: { approved: true } });
    return done.state.log ?? [];
  };
  const running: Promise<readonly string[]>[] = [];
  for (let index = 1; index <= 200; index += 1) {
    write(index);
    await library.reload();
    running.push(runToEnd(`t${index}`));
    // Ten runs are under way at each reload.
    if (index > 10) await running[index - 11];
  }
  const logs = await Promise.all(running);
  expect(logs.map((log) => [log.length, new Set(log).size, /^version \d+$/.test(log[0] ?? "")])).toEqual(
    Array.from({ length: 200 }, () => [3, 1, true]),
  );
  expect(new Set(logs.map(([version]) => version)).size).toBeGreaterThan(1);
});

test("of branches that load a skill at once, the first decides for all", async () => {
  let version = 0;
  const skills = skillsOf({ work: "" });
  const runner = makeRunner({
    ...skills,
    get: async (name) => {
      version += 1;
      skills.set("work", `version ${version}\n`);
      return skills.get(name);
    },
  });
  const { state } = await runner.start({ request: "go" });
  expect([state.log, version]).toEqual([["version 1", "version 1"], 2]);
});

async function waitAndEdit(options: { readonly skills?: "latest" }) {
  const { library, save: write } = await libraryIn();
  const runner = makeRunner(library);
  const waiting = await runner.start({ request: "go" });
  if (waiting.status !== "waiting") throw new Error(waiting.status);
  write(1);
  await library.reload();
  const events: RunEvent[] = [];
  const decisions = { [waiting.approvals[0].id]: { approved: true } };
  const done = await runner.resume(waiting.thread, decisions, { ...options, onEvent: (event) => events.push(event) });
  return { log: done.state.log, notices: events.flatMap((event) => (event.type === "notice" ? [event.message] : [])) };
}

test("a run that waited goes on with the text it began with", async () => {
  expect(await waitAndEdit({})).toEqual({ log: ["version 0", "version 0", "version 0"], notices: [] });
});

test("a run that is told to take the latest does, and says so", async () => {
  expect(await waitAndEdit({ skills: "latest" })).toEqual({
    log: ["version 0", "version 0", "version 1"],
    notices: [expect.stringMatching(/^The skill "work" moves on from [0-9a-f]{12} to [0-9a-f]{12}\.$/)],
  });
});

test("a skill that cannot be opened stops the move, and the run waits as before", async () => {
  const skills = skillsOf({ work: "version 1" });
  let isBroken = false;
  const runner = makeRunner({
    ...skills,
    get: async (name) => {
      if (isBroken) throw new Error("broken");
      return skills.get(name);
    },
  });
  const waiting = await runner.start({ request: "go" });
  isBroken = true;
  await expect(runner.resume(waiting.thread, {}, { skills: "latest" })).rejects.toThrow("broken");
  expect((await runner.get(waiting.thread))?.status).toBe("waiting");
});
