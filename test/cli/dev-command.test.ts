import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parcelFiles, temporaryProject } from "../project/temporary-project.ts";
import { commandFile, plainEnvironment, runSopwith } from "./run-sopwith.ts";

const timeout = 60_000;

interface Dev {
  readonly child: ChildProcess;
  /** Answers when something that fits has been printed since the last time. */
  readonly printed: (pattern: RegExp) => Promise<string>;
  readonly ended: Promise<number | null>;
}

function startDev(folder: string, ...line: readonly string[]): Dev {
  const child = spawn(process.execPath, [commandFile, "dev", ...line], { cwd: folder, env: plainEnvironment() });
  onTestFinished(() => void child.kill("SIGKILL"));
  let text = "";
  let wake = Promise.withResolvers<void>();
  const onData = (data: Buffer): void => {
    text += data.toString();
    wake.resolve();
    wake = Promise.withResolvers();
  };
  child.stdout.on("data", onData);
  child.stderr.on("data", onData);
  const { promise: ended, resolve } = Promise.withResolvers<number | null>();
  child.on("exit", resolve);
  const printed = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const found = pattern.exec(text);
      if (found) {
        text = text.slice(found.index + found[0].length);
        return found[0];
      }
      await wake.promise;
    }
  };
  return { child, printed, ended };
}

test(
  "shows the skills, each edit and what it means, runs on save, starts again with new modules",
  { timeout },
  async () => {
    const folder = temporaryProject({ ...parcelFiles, "skills/lost/SKILL.md": "# No front matter\n" });
    const skill = join(folder, "skills/find-parcel/SKILL.md");
    const { child, printed, ended } = startDev(folder, "--on-save");
    expect(await printed(/1 skill\n.*find-parcel[^]*?skipped[^\n]*front matter[^\n]*lost\/SKILL.md\n/)).toBeTruthy();
    await printed(/watching; parcel, runs with the rehearsal at each save/);

    const text = readFileSync(skill, "utf8");
    writeFileSync(skill, `${text}2. Say it in \`one\` sentence.\n`);
    expect(await printed(/changed find-parcel[^]*?step 2[^\n]*\n[^\n]*used by parcel\/look\n/)).toBeTruthy();
    await printed(/Given up\./);

    writeFileSync(skill, "broken\n");
    await printed(/kept find-parcel: its file has errors[^]*SKILL_NO_FRONT_MATTER/);
    writeFileSync(skill, text.replace("parcels/find", "parcels/fnd"));
    await printed(/kept find-parcel[^]*SKILL_TOOL_UNKNOWN/);
    writeFileSync(skill, text);
    await printed(/changed find-parcel/);
    await printed(/Given up\./);

    const workflow = join(folder, "workflows/parcel.ts");
    writeFileSync(workflow, readFileSync(workflow, "utf8").replace("Given up.", "Thrown away."));
    await printed(/workflows\/parcel\.ts changed: starting again\./);
    await printed(/watching; parcel, runs with the rehearsal at each save/);
    writeFileSync(skill, `${text}2. Say it in one sentence.\n`);
    await printed(/Thrown away\./);

    child.kill("SIGINT");
    expect(await ended).toBe(0);
  },
);

test("goes on through a module that is broken for a while", { timeout }, async () => {
  const folder = temporaryProject(parcelFiles);
  const { child, printed, ended } = startDev(folder, "parcel");
  await printed(/watching; parcel/);
  const workflow = join(folder, "workflows/parcel.ts");
  const text = readFileSync(workflow, "utf8");
  writeFileSync(workflow, text.replace("export default", "export defualt"));
  await printed(/starting again[^]*WORKFLOW_FILE[^]*watching; parcel/);
  writeFileSync(workflow, text);
  await printed(/starting again[^]*watching; parcel/);
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
});

test("keeps the last good config while it is broken", { timeout }, async () => {
  const config = (folder: string, text: string): void => writeFileSync(join(folder, "sopwith.config.ts"), text);
  const folder = temporaryProject({ ...parcelFiles, "sopwith.config.ts": "export default {};\n" });
  const skill = join(folder, "skills/find-parcel/SKILL.md");
  const { child, printed, ended } = startDev(folder, "parcel");
  await printed(/watching; parcel/);
  config(folder, "export defualt {};\n");
  await printed(/sopwith\.config\.ts changed: starting again\.[^]*CONFIG_INVALID[^]*Kept what was good last/);
  writeFileSync(skill, `${readFileSync(skill, "utf8")}2. Say it in one sentence.\n`);
  await printed(/changed find-parcel/);
  config(folder, 'export default { locale: "zh" };\n');
  await printed(/starting again[^]*watching; parcel/);
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
});

test("a workflow that is not there ends it before it begins", { timeout }, async () => {
  const { printed, ended } = startDev(temporaryProject(parcelFiles), "parcle");
  await printed(/WORKFLOW_NOT_FOUND[^]*parcel/);
  expect(await ended).toBe(2);
});

test("lets a deadline decide when it has passed, and goes on with the run", { timeout }, async () => {
  const folder = temporaryProject({
    "workflows/asks.ts": `
import { approvalNode, defineWorkflow } from "sopwith";
import { z } from "zod";

const state = z.object({ answer: z.string().optional() });
export default defineWorkflow({
  name: "asks", state, start: "ask",
  nodes: { ask: approvalNode({
    ask: () => ({ title: "Go?" }), deadline: { afterMs: 1, decide: "reject" }, to: "desk",
    save: ({ approved }) => ({ answer: approved ? "went" : "stayed" }),
  }) },
  edges: { ask: "end" }, answer: ({ answer }) => answer,
});
`,
  });
  expect((await runSopwith(folder, "run", "asks", "--thread", "t")).code).toBe(3);
  expect((await runSopwith(folder, "approvals", "--for", "desk")).stdout).toMatch(/Go\?.*desk \(overdue\)\n$/);
  expect((await runSopwith(folder, "approvals", "--for", "head")).stdout).toBe("Nothing waits for a person.\n");
  const { child, printed, ended } = startDev(folder);
  await printed(/A deadline has passed on thread "t"\.[^]*stayed/);
  child.kill("SIGINT");
  expect(await ended).toBe(0);
  expect((await runSopwith(folder, "threads")).stdout).toMatch(/^t +completed/);
});

test("resume --all-stale goes on where a deadline has passed", { timeout }, async () => {
  const folder = temporaryProject({
    "workflows/asks.ts": `
import { approvalNode, defineWorkflow } from "sopwith";
import { z } from "zod";

export default defineWorkflow({
  name: "asks", state: z.object({}), start: "ask",
  nodes: { ask: approvalNode({ ask: () => ({ title: "Go?" }), deadline: { afterMs: 1, decide: "approve" }, save: () => ({}) }) },
  edges: { ask: "end" },
});
`,
  });
  expect((await runSopwith(folder, "run", "asks", "--thread", "t")).code).toBe(3);
  expect((await runSopwith(folder, "resume", "--all-stale")).code).toBe(0);
  expect((await runSopwith(folder, "threads")).stdout).toMatch(/^t +completed/);
});
