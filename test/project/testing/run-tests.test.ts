import { expect, test } from "vitest";
import { openProject, type Project } from "../../../src/project/open-project.ts";
import { mutationScore } from "../../../src/project/testing/mutation-score.ts";
import { runTests, type TestVerdict } from "../../../src/project/testing/run-tests.ts";
import { createMemoryStore } from "../../../src/store/memory-store.ts";
import { temporaryProject } from "../temporary-project.ts";
import { looseSkill, parcelSkill } from "./parcel-skill.ts";

const timeout = 60_000;

async function open(files: Readonly<Record<string, string>>): Promise<Project> {
  return openProject({ cwd: temporaryProject(files), env: {}, store: createMemoryStore() });
}

async function runOne(skill: string, text: string): Promise<TestVerdict> {
  const project = await open({ ...parcelSkill, ...looseSkill, [`skills/${skill}/tests/sent.yaml`]: text });
  const [verdict] = await runTests(project, { skills: [skill] });
  return verdict!;
}

test("plays a skill without a line of code, and catches every mutant of a checked procedure", { timeout }, async () => {
  const project = await open(parcelSkill);
  const verdicts = await runTests(project);
  expect(verdicts).toMatchObject([
    { kind: "skill", subject: "send-parcel", name: "send-parcel/sent", passed: true, differences: [] },
  ]);
  expect(verdicts[0]!.mutation!.mutants.map(({ kind, what, caughtBy }) => ({ kind, what, caughtBy }))).toEqual([
    { kind: "dropped", what: "parcels/weigh (turn 1)", caughtBy: "refused" },
    { kind: "dropped", what: "parcels/send (turn 2)", caughtBy: "nudged" },
    { kind: "swapped", what: "parcels/weigh (turn 1) and parcels/send (turn 2)", caughtBy: "refused" },
  ]);
  expect(await (await project.store()).threads()).toEqual([]);
});

test("tells which mutants nothing caught", { timeout }, async () => {
  const [verdict] = await runTests(await open(looseSkill));
  expect(verdict).toMatchObject({ passed: true });
  expect(verdict!.mutation!.mutants.map(({ what, caughtBy }) => ({ what, caughtBy }))).toEqual([
    { what: "parcels/weigh (turn 1)", caughtBy: "nobody" },
    { what: "parcels/send (turn 2)", caughtBy: "nobody" },
    { what: "parcels/weigh (turn 1) and parcels/send (turn 2)", caughtBy: "nobody" },
    // Nothing forbids it, but a person is asked before what cannot be undone.
    { what: "parcels/burn (no tool of loose)", caughtBy: "status" },
  ]);
  expect(mutationScore([verdict!])).toMatchObject({ total: 4, caught: 1, percent: 25 });
});

test("makes the calls that a skill forbids, and those that are none of its", { timeout }, async () => {
  const withBanned = parcelSkill["skills/send-parcel/tests/sent.yaml"]!.replace(
    "turns:",
    "  parcels/drop: { effect: write, output: true }\n  parcels/burn: { effect: destructive, output: true }\nturns:",
  );
  const { mutation } = await runOne("send-parcel", withBanned);
  expect(mutation!.mutants.filter(({ kind }) => kind === "forbidden")).toMatchObject([
    { what: "parcels/drop (forbidden on line 15 of send-parcel)", caughtBy: "refused" },
    { what: "parcels/burn (no tool of send-parcel)", caughtBy: "refused" },
  ]);
});

test("counts what the test expects where the procedure is only watched", { timeout }, async () => {
  const watched = parcelSkill["skills/send-parcel/tests/sent.yaml"]!;
  const off = await runOne("send-parcel", watched.replace("input:", "mode: off\ninput:").replace(/ {2}sop:.*\n/, ""));
  expect(off.mutation!.mutants.map(({ caughtBy }) => caughtBy)).toEqual(["expected", "expected", "expected"]);
  const report = await runOne("send-parcel", watched.replace("input:", "mode: report\ninput:"));
  expect(report.mutation!.mutants.map(({ caughtBy }) => caughtBy)).toEqual(["report", "report", "report"]);
});

test("plays faults, refusals and answers that depend on the arguments", { timeout }, async () => {
  const verdict = await runOne(
    "send-parcel",
    `
skill: send-parcel
input: Send parcel P-1.
output: { type: object, properties: { label: { type: string } }, required: [label] }
tools:
  parcels/weigh:
    input: { type: object, properties: { id: { type: string } }, required: [id] }
    answers:
      - with: { id: P-1 }
        output: { kg: 2 }
      - error: no such parcel
  parcels/send: { effect: write, output: { label: L-1 } }
faults:
  parcels/weigh: [{ pass: true }, { slow: 5 }]
turns:
  - call: { tool: parcels/send, with: { id: P-1 } }
  - call: { tool: parcels/weigh, with: { id: P-9 } }
  - when: { contains: no such parcel }
    call: { tool: parcels/weigh, with: { id: P-1 } }
  - call: { tool: parcels/send, with: { id: P-1 } }
  - call: { tool: node/finish, with: { label: "{{ parcels/send.label }}" } }
expect:
  status: completed
  refused: [parcels/send]
  calls: [parcels/weigh, parcels/weigh, parcels/send]
  sop: { steps: { 1: done, 2: done } }
  state: { result: { label: L-1 } }
`,
  );
  expect(verdict).toMatchObject({ passed: true, differences: [] });
});

test("says what differs, and what the script has no turn for", { timeout }, async () => {
  const text = parcelSkill["skills/send-parcel/tests/sent.yaml"]!.replace("contains: L-1", "contains: L-2");
  const verdict = await runOne("send-parcel", text);
  expect(verdict).toMatchObject({ passed: false, error: { code: "REHEARSAL_MISMATCH" } });
  expect(verdict.mutation).toBeUndefined();
  expect(verdict.error!.details).toContain('Turn 3 (line 10) waits for a result of parcels/send that contains "L-2".');
  expect(verdict.differences[0]).toMatch(/^The run ended failed \(REHEARSAL_MISMATCH: /);
});

test.each([
  ["a file with mistakes", "skill: send-parcel\nturn: 1\nturns: [{ say: a }]\n", "REHEARSAL_INVALID"],
  ["the test of another skill", "skill: other\nturns: [{ say: a }]\n", "REHEARSAL_OTHER"],
  ["a rehearsal of a workflow", "workflow: other\nturns: [{ say: a }]\n", "REHEARSAL_OTHER"],
  [
    "an output that is no schema",
    "skill: send-parcel\noutput: { type: banana }\nturns: [{ say: a }]\n",
    "SKILL_TEST_OUTPUT",
  ],
  [
    "a tool without a namespace",
    "skill: send-parcel\ntools: { weigh: { output: 1 } }\nturns: [{ say: a }]\n",
    "TOOL_DEFINITION",
  ],
])("fails %s and goes on with the others", { timeout }, async (_what, text, code) => {
  const project = await open({ ...parcelSkill, "skills/send-parcel/tests/bad.yaml": text });
  expect(await runTests(project, { mutants: false })).toMatchObject([
    { name: "send-parcel/bad", passed: false, error: { code } },
    { name: "send-parcel/sent", passed: true },
  ]);
});

test("refuses a name that no skill has", async () => {
  const project = await open(parcelSkill);
  await expect(runTests(project, { skills: ["send-parcels"] })).rejects.toMatchObject({ code: "SKILL_NOT_FOUND" });
});
