import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeAll, expect, test } from "vitest";
import { parcelFiles, temporaryProject } from "../project/temporary-project.ts";
import { type Ended, runSopwith } from "./run-sopwith.ts";

const timeout = 60_000;
const folder = temporaryProject({
  ...parcelFiles,
  "workflows/broken.ts": "export const a = 1;\nconst = ;\n",
  "workflows/empty.ts": "",
  "skills/bad/SKILL.md": "no front matter\n",
  "bad.json": '{\n  "request": 1,\n}',
  "number.json": '{ "request": 1 }',
});
let id = "";

beforeAll(async () => {
  const { stdout } = await runSopwith(folder, "run", "parcel", "--wait");
  id = /--approve (\w+)/.exec(stdout)?.[1] ?? "";
}, timeout);

test.each([
  ["rnu", 2, 'USAGE  There is no command "rnu".\n  Did you mean run?\n'],
  ["--verison", 2, "USAGE  `sopwith` has no option --verison.\n  Did you mean --version?\n"],
  ["run", 2, "USAGE  `sopwith run` needs the name of a workflow.\n  There is parcel.\n"],
  ["run parcl", 2, 'WORKFLOW_NOT_FOUND  There is no workflow "parcl".\n'],
  ["run parcl", 2, '  Did you mean "parcel"?\n'],
  ["run broken", 1, "WORKFLOW_FILE  The workflow file cannot be used.\n  workflows/broken.ts:2 error "],
  ["run empty", 1, "It exports nothing.\n    Write `export default defineWorkflow({ ... })`.\n"],
  ["run parcel --jsn", 2, "  Did you mean --json?\n"],
  ["run parcel --input bad.json", 2, "  at bad.json:3:1\n"],
  ["run parcel --input number.json", 2, "STATE_INVALID  "],
  ["run parcel --input none.json", 2, "INPUT_FILE  The input file none.json cannot be read.\n"],
  ["run parcel text --input bad.json", 2, "USAGE  Both a text and --input are given.\n"],
  ["run parcel --rehearsal aproved", 2, '  Did you mean "approved"?\n'],
  ["run parcel --locale de", 2, 'USAGE  --locale is "de".\n'],
  ["resume parcel-aproved", 2, '  Nearest: "parcel-approved".\n'],
  ["resume parcel-approved --approve ask_0", 2, 'APPROVAL_NOT_FOUND  There is no approval "ask_0" in this run.\n'],
  [
    "resume parcel-approved --approve @id --reject @id",
    2,
    'USAGE  The approval "@id" is decided twice on this command line.\n',
  ],
  ["run parcel text --thread parcel-approved", 1, "`npx sopwith threads cancel parcel-approved`"],
  ["skills show nope", 2, '1 skill is known: "find-parcel".\n'],
  ["audit --thread nope", 2, 'THREAD_NOT_FOUND  There is no thread "nope"'],
  ["report parcel-approved/7", 2, "It has run 1."],
  ["threads cancel", 2, "USAGE  `sopwith threads cancel` needs the id of a thread.\n"],
  ["threads show nowhere", 2, 'THREAD_NOT_FOUND  There is no thread "nowhere"'],
  ["threads --status done", 2, 'USAGE  "done" is no status.\n'],
  ["approvals show ask_0", 2, 'APPROVAL_NOT_FOUND  There is no approval "ask_0" in this project.\n  Open: @id ('],
  ["approvals decide @id", 2, "USAGE  A decision is one of --approve, --reject, --answer <text> and --edit <json>.\n"],
  ["skills show find-parcl", 2, 'SKILL_NOT_FOUND  There is no skill called "find-parcl".\n'],
  ["skills show bad", 1, "SKILL_BROKEN  "],
  ["tools show parcels/fnd", 2, '  Did you mean "parcels/find"'],
  ["tools enable nope", 2, 'TOOLSET_UNKNOWN  There is no toolset "nope".'],
  ["graph parcl", 2, "WORKFLOW_NOT_FOUND  "],
])("`sopwith %s` ends %i and says why", { timeout }, async (line, code, message) => {
  const ended = await runSopwith(folder, ...line.replaceAll("@id", id).split(" "));
  expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code, stdout: "" });
  expect(ended.stderr).toContain(message.replaceAll("@id", id));
  expect(ended.stderr).not.toContain("    at ");
});

test("refuses a second decision, and one for a run that has ended", { timeout }, async () => {
  const own = temporaryProject(parcelFiles);
  const { stdout } = await runSopwith(own, "run", "parcel", "--wait");
  const approval = /--approve (\w+)/.exec(stdout)?.[1] ?? "";
  expect(await runSopwith(own, "resume", "parcel-approved", "--reject", approval)).toMatchObject({ code: 0 });
  expect((await runSopwith(own, "resume", "parcel-approved", "--approve", approval)).stderr).toMatch(
    /^APPROVAL_DECIDED {2}.*\n {2}The run is completed\. Start a new run on the thread: npx sopwith run parcel --thread parcel-approved\n$/,
  );
  expect((await runSopwith(own, "resume", "parcel-approved")).stderr).toMatch(/^RUN_ENDED {2}/);
});

test("names no question of a cancelled run", { timeout }, async () => {
  const own = temporaryProject(parcelFiles);
  await runSopwith(own, "run", "parcel", "--wait");
  await runSopwith(own, "threads", "cancel", "parcel-approved");
  expect((await runSopwith(own, "approvals", "show", "nope")).stderr).toMatch(
    /^APPROVAL_NOT_FOUND {2}There is no approval "nope" in this project\.\n {2}Nothing waits for a person\.\n/,
  );
});

test("needs a key or a rehearsal where a model is asked", { timeout }, async () => {
  const { "workflows/parcel/rehearsals/approved.yaml": _rehearsal, ...files } = parcelFiles;
  const ended = await runSopwith(temporaryProject(files), "run", "parcel", "Where is it?");
  expect(ended).toMatchObject({ code: 1, stdout: "" });
  expect(ended.stderr).toMatch(/^MODEL_NOT_SET .*OPENAI_API_KEY is not set/);
  expect(ended.stderr).toContain("put a rehearsal into workflows/parcel/rehearsals/.");
});

test("asks for a text where neither a person nor a rehearsal gives one", { timeout }, async () => {
  const rehearsal = parcelFiles["workflows/parcel/rehearsals/approved.yaml"]!.replace(
    "input: Where is parcel P-1?\n",
    "",
  );
  const own = temporaryProject({ ...parcelFiles, "workflows/parcel/rehearsals/approved.yaml": rehearsal });
  expect(await runSopwith(own, "run", "parcel")).toEqual({
    code: 2,
    stdout: "",
    stderr: 'USAGE  The workflow "parcel" needs something to work on.\n  Write: npx sopwith run parcel "<text>"\n',
  });
});

test("says what is wrong with the store, and harms nothing", { timeout }, async () => {
  const own = temporaryProject({
    ...parcelFiles,
    ".sopwith/sopwith.db": "this is not a database, but a text of some length",
  });
  const ended: Ended = await runSopwith(own, "run", "parcel");
  expect(ended).toMatchObject({ code: 1, stdout: "" });
  expect(ended.stderr).toMatch(/^STORE_CORRUPT {2}The store \.sopwith\/sopwith\.db cannot be read/);
  expect(readFileSync(join(own, ".sopwith/sopwith.db"), "utf8")).toContain("this is not a database");
});

test("refuses a store of a newer release, and one that another program holds", { timeout }, async () => {
  const own = temporaryProject(parcelFiles);
  await runSopwith(own, "run", "parcel", "--wait");
  const store = new DatabaseSync(join(own, ".sopwith/sopwith.db"));
  store.exec("BEGIN IMMEDIATE");
  expect((await runSopwith(own, "run", "parcel")).stderr).toMatch(/^STORE_LOCKED {2}/);
  store.exec("PRAGMA user_version = 999; COMMIT");
  store.close();
  expect((await runSopwith(own, "threads")).stderr).toMatch(/^STORE_NEWER {2}/);
});

test.runIf(process.getuid?.() !== 0)("says that the folder cannot be written", { timeout }, async () => {
  const own = temporaryProject(parcelFiles);
  chmodSync(own, 0o555);
  const ended = await runSopwith(own, "run", "parcel");
  chmodSync(own, 0o755);
  expect(ended.stderr).toMatch(/^STORE_UNWRITABLE {2}/);
});

test("says that a file stands where the store's folder should be", { timeout }, async () => {
  const own = temporaryProject(parcelFiles);
  writeFileSync(join(own, ".sopwith"), "");
  expect(await runSopwith(own, "run", "parcel")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^STORE_UNWRITABLE {2}/) as string,
  });
});

test("what a name hides shows in the error about it", { timeout: 60_000 }, async () => {
  const { stderr, code } = await runSopwith(temporaryProject(parcelFiles), "report", "evil\u001B[31m\u202Ename");
  expect(stderr).toContain('There is no thread "evil\\u{1b}[31m\\u{202e}name"');
  expect(code).toBe(2);
});
