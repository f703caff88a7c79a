import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { parseRehearsal } from "../../src/model/parse-rehearsal.ts";
import { startRehearsalServer } from "../../src/model/rehearsal-server.ts";
import { parcelFiles, temporaryProject } from "../project/temporary-project.ts";
import { commandFile, plainEnvironment, runSopwith } from "./run-sopwith.ts";

const timeout = 60_000;

/** A server that answers as a model would: nothing of the project says that it is a script. */
const model = `
workflow: parcel
turns:
  - say: I look. {{ input }}
    call: { tool: parcels/find, with: { id: P-1 } }
  - call: { tool: node/finish, with: { place: "{{ parcels/find.place }}" } }
`;

test("writes a run against a model down as a rehearsal that plays again", { timeout }, async () => {
  const folder = temporaryProject(parcelFiles);
  const server = await startRehearsalServer(parseRehearsal(model, { file: "model.yaml" }));
  const env = {
    ...plainEnvironment(),
    OPENAI_API_KEY: "k",
    OPENAI_BASE_URL: server.baseURL,
    OPENAI_MODEL: "some-model",
  };
  const file = "workflows/parcel/rehearsals/recorded.yaml";
  const line = [commandFile, "run", "parcel", "Where is P-1?", "--thread", "t", "--record", file];
  const ended: unknown = await promisify(execFile)(process.execPath, line, { cwd: folder, env }).catch(
    (error: unknown) => error,
  );
  await server.close();
  expect(ended).toMatchObject({ code: 3, stderr: `Recorded: ${file}\n` });
  expect(parseRehearsal(readFileSync(join(folder, file), "utf8"), { file })).toMatchObject({
    workflow: "parcel",
    input: "Where is P-1?",
    turns: [
      { node: "look", say: "I look. Where is P-1?", call: [{ tool: "parcels/find", with: { id: "P-1" } }] },
      { node: "look", call: [{ tool: "node/finish", with: { place: "Bremen" } }] },
    ],
    decisions: [],
    expect: { status: "waiting", calls: ["parcels/find"], sop: { conforms: true } },
  });
  expect(await runSopwith(folder, "run", "parcel", "--rehearsal", "recorded")).toMatchObject({ code: 3, stderr: "" });
});

test("keeps what people decided", { timeout }, async () => {
  const folder = temporaryProject(parcelFiles);
  const file = "workflows/parcel/rehearsals/again.yaml";
  const first = await runSopwith(folder, "run", "parcel", "--record", file);
  expect(first).toMatchObject({ code: 0, stderr: `Recorded: ${file}\n` });
  expect(parseRehearsal(readFileSync(join(folder, file), "utf8"), { file })).toMatchObject({
    decisions: [{ node: "ask", kind: "approval", approved: true, by: "Ana" }],
    expect: { status: "completed", answer: ["Given up."], calls: ["parcels/find", "parcels/drop"] },
  });
  expect(await runSopwith(folder, "run", "parcel", "--rehearsal", "again")).toMatchObject({ code: 0, stderr: "" });
});

test("writes over no file, and begins no run it could not write down", { timeout }, async () => {
  const folder = temporaryProject(parcelFiles);
  const taken = await runSopwith(folder, "run", "parcel", "--record", "workflows/parcel/rehearsals/approved.yaml");
  expect(taken).toMatchObject({ code: 2, stdout: "" });
  expect(taken.stderr).toMatch(/^USAGE {2}--record names .*approved\.yaml, which is there already\./);
  expect((await runSopwith(folder, "run", "parcel", "--record", "run.txt")).code).toBe(2);
});
