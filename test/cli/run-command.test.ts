import { expect, test } from "vitest";
import type { RunEvent } from "../../src/trace/run-event.ts";
import { parcelFiles, temporaryProject } from "../project/temporary-project.ts";
import { runSopwith } from "./run-sopwith.ts";

const timeout = 60_000;

function events(stdout: string): RunEvent[] {
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as RunEvent);
}

/** The id of the one question that a run of `--json` waits for. */
function openApproval(stdout: string): string {
  const last = events(stdout).at(-1);
  return last?.type === "run-end" ? (last.approvals?.[0]?.id ?? "") : "";
}

test("plays a rehearsal with its decisions where nobody sits, twice with the same output", { timeout }, async () => {
  const folder = temporaryProject(parcelFiles);
  const first = await runSopwith(folder, "run", "parcel");
  expect(first).toEqual({
    code: 0,
    stderr: "",
    stdout: expect.stringMatching(
      /^workflow {2}parcel\nthread {4}parcel-approved\nrehearsal no model and no person is asked, workflows\/parcel\/rehearsals\/approved\.yaml plays the model and the people\ntext {6}Where is parcel P-1\?\n/,
    ),
  });
  expect(first.stdout).toContain("✓ parcels/find");
  expect(first.stdout).toContain("✓ approved by Ana (rehearsed)");
  expect(first.stdout).toMatch(/\nGiven up\.\n\ncompleted · \d+ tokens in, \d+ out\n$/);
  expect(await runSopwith(folder, "run", "parcel")).toEqual(first);
});

test(
  "stops at a question with --wait, and goes on in another process with the same rehearsal",
  { timeout },
  async () => {
    const folder = temporaryProject(parcelFiles);
    const waiting = await runSopwith(folder, "run", "parcel", "--wait");
    expect(waiting).toMatchObject({ code: 3, stderr: "" });
    const [line, id] = /npx sopwith resume parcel-approved --approve (\w+)/.exec(waiting.stdout) ?? [];
    expect(waiting.stdout).toContain(`waiting for a decision\n\nGive the parcel in Bremen up?\n  ${line}\n`);
    expect((await runSopwith(folder, "approvals")).stdout).toContain(`${id}  approval  parcel-approved  ask`);
    expect((await runSopwith(folder, "approvals", "show", id!)).stdout).toContain(line!);
    expect(await runSopwith(folder, "resume", "parcel-approved")).toMatchObject({ code: 3 });
    const done = await runSopwith(
      folder,
      "resume",
      "parcel-approved",
      "--approve",
      id!,
      "--by",
      "ana",
      "--reason",
      "it is lost",
    );
    expect(done).toMatchObject({ code: 0, stderr: "" });
    expect(done.stdout).toContain("✓ approved by ana: it is lost");
    expect((await runSopwith(folder, "threads", "show", "parcel-approved")).stdout).toContain(
      "approved by ana: it is lost",
    );
    expect(await runSopwith(folder, "approvals")).toEqual({
      code: 0,
      stderr: "",
      stdout: "Nothing waits for a person.\n",
    });
  },
);

test("leaves a waiting thread alone when the rehearsal is played again", { timeout }, async () => {
  const folder = temporaryProject(parcelFiles);
  await runSopwith(folder, "run", "parcel", "--wait");
  expect((await runSopwith(folder, "run", "parcel")).stdout).toContain("thread    parcel-approved-2\n");
  const threads = JSON.parse((await runSopwith(folder, "threads", "--json")).stdout) as {
    id: string;
    status: string;
  }[];
  expect(threads.map(({ id, status }) => [id, status])).toEqual([
    ["parcel-approved-2", "completed"],
    ["parcel-approved", "waiting"],
  ]);
});

test("prints one JSON event a line and nothing else, and decides from the inbox", { timeout }, async () => {
  const folder = temporaryProject(parcelFiles);
  const waiting = await runSopwith(folder, "run", "parcel", "--wait", "--json", "--thread", "case-7", "--user", "u1");
  expect(waiting).toMatchObject({ code: 3, stderr: "" });
  expect(events(waiting.stdout)[0]).toMatchObject({ type: "run-start", workflow: "parcel", thread: "case-7", seq: 1 });
  const decided = await runSopwith(folder, "approvals", "decide", openApproval(waiting.stdout), "--reject", "--json");
  expect(decided).toMatchObject({ code: 0, stderr: "" });
  expect(events(decided.stdout).map(({ type }) => type)).toEqual([
    "run-start",
    "approval-decision",
    "node-start",
    "node-end",
    "run-end",
  ]);
});

test("says what differs when a rehearsal does not go as it is written", { timeout }, async () => {
  const rehearsal = parcelFiles["workflows/parcel/rehearsals/approved.yaml"]!.replace(
    "answer: Given up.",
    "answer: Kept.",
  );
  const folder = temporaryProject({ ...parcelFiles, "workflows/parcel/rehearsals/approved.yaml": rehearsal });
  expect(await runSopwith(folder, "run", "parcel")).toMatchObject({
    code: 1,
    stderr: 'The rehearsal did not go as it is written:\n  The answer is Given up.; expected in it: "Kept.".\n',
  });
});

test("takes a text or a file as input, and no expectations of the rehearsal then", { timeout }, async () => {
  const folder = temporaryProject({ ...parcelFiles, "input.json": '{ "request": "Where is P-1?" }' });
  const typed = await runSopwith(folder, "run", "parcel", "Where", "is", "P-1?");
  expect(typed).toMatchObject({ code: 0, stderr: "" });
  expect(typed.stdout).toContain("text      Where is P-1?\n");
  expect(await runSopwith(folder, "run", "parcel", "--input", "input.json")).toMatchObject({ code: 0, stderr: "" });
});

test("ends an open run for good, and then nothing of it waits", { timeout }, async () => {
  const folder = temporaryProject(parcelFiles);
  await runSopwith(folder, "run", "parcel", "--wait");
  expect(await runSopwith(folder, "threads", "cancel", "parcel-approved")).toEqual({
    code: 0,
    stderr: "",
    stdout: "parcel-approved cancelled. What was done before stays done.\n",
  });
  expect((await runSopwith(folder, "approvals", "--json")).stdout).toBe("[]\n");
  expect(await runSopwith(folder, "resume", "parcel-approved")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^RUN_ENDED /) as string,
  });
  expect((await runSopwith(folder, "run", "parcel")).stdout).toContain("thread    parcel-approved\n");
});
