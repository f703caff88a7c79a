import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parcelFiles, temporaryProject } from "../project/temporary-project.ts";
import { runSopwith } from "./run-sopwith.ts";

const folder = temporaryProject({
  ...parcelFiles,
  "skills/bad/SKILL.md": "no front matter\n",
  "workflows/broken.ts": "const = ;\n",
});
const timeout = 30_000;

test("lists skills, with what is wrong on stderr", { timeout }, async () => {
  const listed = await runSopwith(folder, "skills", "list");
  expect(listed).toMatchObject({
    code: 0,
    stdout: "find-parcel  Find a parcel. Use it when somebody asks where a parcel is.  skills/find-parcel/SKILL.md\n",
  });
  expect(listed.stderr).toContain("skills/bad/SKILL.md");
  const json = await runSopwith(folder, "skills", "--json");
  expect(json.stderr).toBe("");
  expect(JSON.parse(json.stdout)).toMatchObject({
    skills: [{ name: "find-parcel" }],
    diagnostics: [{ severity: "error" }],
  });
});

test("shows a skill with its steps as a table", { timeout }, async () => {
  const { stdout } = await runSopwith(folder, "skills", "show", "find-parcel");
  expect(stdout.split("\n").slice(1)).toEqual([
    "file      skills/find-parcel/SKILL.md",
    expect.stringMatching(/^version {3}[0-9a-f]{16}$/),
    "tools     no limit of its own",
    "",
    "step  level  tools         line  text",
    "1     MUST   parcels/find  7     You MUST call `parcels/find` with the parcel's number.",
    "",
  ]);
});

test("lists tools with their workflow, and shows one with its input", { timeout }, async () => {
  const listed = await runSopwith(folder, "tools", "list");
  expect(listed.stdout).toBe(
    "parcels/drop      destructive  parcel  Give a parcel up.\nparcels/find      read         parcel  Where a parcel is.\nparcels/find_old  read         parcel  Where a parcel was.\n",
  );
  expect(listed.stderr).toMatch(/^workflows\/broken\.ts:1 error MODULE_BROKEN/);
  const shown = await runSopwith(folder, "tools", "show", "parcels/find");
  expect(shown.stdout).toContain("\ntimeout   30.0 s\nattempts  2, waits up to 1 ms, then up to 5.0 s\n");
  expect(shown.stdout).toMatch(/\nfallback +parcels\/find_old\n/);
  expect(shown.stdout).toContain("\ninput\n  {\n");
  expect(JSON.parse((await runSopwith(folder, "tools", "show", "parcels/find", "--json")).stdout)).toMatchObject({
    name: "parcels/find",
    owners: ["parcel"],
    input: { required: ["id"], additionalProperties: false },
  });
});

test("draws a workflow", { timeout }, async () => {
  const { code, stdout } = await runSopwith(folder, "graph", "parcel");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^flowchart /);
});

test("checks the project, and fails for what keeps runs from working", { timeout }, async () => {
  const ended = await runSopwith(folder, "doctor");
  expect(ended.code).toBe(1);
  expect(ended.stdout).toMatch(
    /✓ node .*\n✓ config {5}none, .*\n✗ workflows {2}1: parcel\n {4}workflows\/broken\.ts:1 error MODULE_BROKEN/,
  );
  expect(ended.stdout).toMatch(/✗ skills {5}1 found\n/);
  expect(ended.stdout).toMatch(
    /✓ model {6}OPENAI_API_KEY is not set: runs are rehearsals\n✓ store {6}\.sopwith\/sopwith\.db, made at the first run\n✓ calls {6}none cut off\n$/,
  );
  const checks = JSON.parse((await runSopwith(folder, "doctor", "--json")).stdout) as {
    name: string;
    status: string;
  }[];
  expect(checks.map(({ name, status }) => `${name} ${status}`)).toEqual([
    "node ok",
    "config ok",
    "workflows error",
    "skills error",
    "rehearsals ok",
    "model ok",
    "store ok",
    "calls ok",
  ]);
});

test("makes no store only to look into it", { timeout }, async () => {
  const fresh = temporaryProject({});
  expect(await runSopwith(fresh, "threads")).toEqual({
    code: 0,
    stderr: "",
    stdout: "No threads yet. `npx sopwith run <workflow>` starts one.\n",
  });
  expect(await runSopwith(fresh, "approvals")).toMatchObject({ code: 0, stdout: "Nothing waits for a person.\n" });
  expect((await runSopwith(fresh, "resume", "t")).stderr).toMatch(
    /^THREAD_NOT_FOUND {2}There is no thread "t" in the sqlite store\./,
  );
  expect(existsSync(join(fresh, ".sopwith"))).toBe(false);
});

test("names every command in the help, and each option in its command's", { timeout }, async () => {
  const help = await runSopwith(folder, "--help");
  expect(help).toMatchObject({ code: 0, stderr: "" });
  for (const name of ["run", "resume", "approvals", "threads", "report", "graph", "skills", "tools", "doctor"]) {
    expect(help.stdout).toMatch(new RegExp(`^  ${name} +\\S`, "m"));
  }
  expect(await runSopwith(folder)).toEqual(help);
  expect((await runSopwith(folder, "help", "resume")).stdout).toMatch(/^ {2}--answer <id> <text> +\S/m);
  expect((await runSopwith(folder, "resume", "--help")).stdout).toBe(
    (await runSopwith(folder, "help", "resume")).stdout,
  );
});
