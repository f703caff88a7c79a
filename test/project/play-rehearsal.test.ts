import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openProject, type Project } from "../../src/project/open-project.ts";
import { playRehearsal } from "../../src/project/play-rehearsal.ts";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { parcelFiles, temporaryProject } from "./temporary-project.ts";

const folder = temporaryProject(parcelFiles);

function openParcels(): Promise<Project> {
  return openProject({ cwd: folder, env: {}, store: createMemoryStore() });
}

function writeRehearsal(name: string, text: string): void {
  writeFileSync(
    join(folder, "workflows/parcel/rehearsals", `${name}.yaml`),
    `workflow: parcel\ninput: Where is parcel P-1?\n${text}`,
  );
}

const turns = `
turns:
  - call: { tool: parcels/find, with: { id: P-1 } }
  - call: { tool: node/finish, with: { place: "{{ PLACE }}" } }
`;

test(
  "plays the model, the faults and the decisions, and finds that all is as expected",
  { timeout: 60_000 },
  async () => {
    writeRehearsal(
      "fallback",
      `${turns.replace("PLACE", "parcels/find.place")}
decisions:
  - { node: ask, decide: reject, by: Ana, reason: it may still come }
faults:
  parcels/find: [{ error: 503 no answer, always: true }]
expect:
  status: completed
  answer: It is in Hamburg.
  calls: [parcels/find, parcels/find_old]
  never: [parcels/drop]
  state: { approved: false }
`,
    );
    const verdict = await playRehearsal(await openParcels(), { workflow: "parcel", rehearsal: "fallback" });
    expect(verdict.differences).toEqual([]);
    expect(verdict.passed).toBe(true);
    expect(verdict.result).toMatchObject({
      status: "completed",
      thread: "parcel-fallback",
      answer: "It is in Hamburg.",
    });
  },
);

test("plays the one called approved when none is named", { timeout: 60_000 }, async () => {
  const verdict = await playRehearsal(await openParcels(), { workflow: "parcel" });
  expect(verdict).toMatchObject({ passed: true, result: { status: "completed", thread: "parcel-approved" } });
});

test("says every difference from what is expected", { timeout: 60_000 }, async () => {
  writeRehearsal(
    "different",
    `${turns.replace("PLACE", "parcels/find.place")}
  - say: Nobody asks for this.
decisions:
  - decide: approve
expect:
  status: degraded
  answer: It is in Bonn.
  calls: [parcels/drop, parcels/find]
  never: [parcels/find]
  state: { place: Bonn }
`,
  );
  const verdict = await playRehearsal(await openParcels(), { workflow: "parcel", rehearsal: "different" });
  expect(verdict.passed).toBe(false);
  expect(verdict.differences).toEqual([
    "The run ended completed; expected: degraded.",
    'The answer is Given up.; expected in it: "It is in Bonn.".',
    "parcels/find was not called after the calls before it; calls made: parcels/find, node/finish and parcels/drop.",
    "parcels/find was called; expected: never.",
    "state.place is Bremen; expected: Bonn.",
    'turn 3 (line 8) was not needed: say "Nobody asks for this."',
  ]);
});

test("gives a verdict on a run that fails because it does not fit the script", { timeout: 60_000 }, async () => {
  writeRehearsal(
    "short",
    `turns:\n  - call: { tool: parcels/find, with: { id: P-1 } }\nexpect: { status: completed }\n`,
  );
  const verdict = await playRehearsal(await openParcels(), { workflow: "parcel", rehearsal: "short" });
  expect(verdict.result).toMatchObject({ status: "failed", error: { code: "REHEARSAL_MISMATCH" } });
  expect(verdict.differences[0]).toMatch(/^The run ended failed \(REHEARSAL_MISMATCH: .+\); expected: completed\.$/s);
});

test("leaves a question open that no decision of the file fits", { timeout: 60_000 }, async () => {
  writeRehearsal(
    "open",
    `${turns.replace("PLACE", "parcels/find.place")}\ndecisions: [{ node: other, decide: approve }]\nexpect: { status: waiting }\n`,
  );
  const verdict = await playRehearsal(await openParcels(), { workflow: "parcel", rehearsal: "open" });
  expect(verdict).toMatchObject({ passed: true, result: { status: "waiting" } });
});
