import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toSarif } from "../../src/cli/to-sarif.ts";
import { parcelFiles, temporaryProject } from "../project/temporary-project.ts";
import { runSopwith } from "./run-sopwith.ts";

const timeout = 30_000;
const folder = temporaryProject(parcelFiles);
const checked = temporaryProject({
  "set/good/SKILL.md": "---\nname: good\ndescription: Finds a parcel.\n---\n1. Call `parcels/find`.\n",
  "set/bad/SKILL.md":
    "---\nname: bad\ndescription: Loses one: sometimes\nallowed-tools: parcels/find, parcels/find_old\n---\n1. You MUST call `parcels/fnd(nr: 1)`.\n2. Stop.\n3. Call `parcels/find(nr: 1)`.\n",
  "set/none/SKILL.md": "No front matter.\n",
  "set/sopwith.config.ts": 'import { writeFileSync } from "node:fs";\nwriteFileSync("ran", "");\nexport default {};\n',
});

test("groups what is wrong by file, counts, and fails for an error", { timeout }, async () => {
  const { code, stdout } = await runSopwith(checked, "skills", "check", "set");
  expect(code).toBe(1);
  expect(stdout.split("\n")).toEqual([
    "set/bad/SKILL.md",
    '  3:23  error    SKILL_VALUE_QUOTED        The value of "description" is not valid YAML here; it was read as if it stood between quotes.',
    '    Put the value of "description" between quotes; most readers drop the skill as it is.',
    '  4:16  info     SKILL_ALLOWED_TOOLS_FORM  "allowed-tools" is written with commas; the specification has one text with blanks between the names, and some hosts read nothing else.',
    "    Write: allowed-tools: parcels/find parcels/find_old",
    '  6:19  error    SKILL_TOOL_NOT_ALLOWED    Step 1 uses `parcels/fnd`, which "allowed-tools" does not allow; the call will be refused.',
    '    Add parcels/fnd to "allowed-tools", or take it out of the step.',
    "  8:4   warning  SKILL_STEP_UNREACHABLE    Step 3 is never reached: step 2 (line 7) leaves in every case.",
    '    Say in step 2 when it leaves ("If ..., stop."), or remove step 3.',
    "",
    "set/none/SKILL.md",
    '  1:1  error  SKILL_NO_FRONT_MATTER  The file has no front matter: the first line is "No front matter.", three dashes alone at column 1 are expected.',
    '    Begin the file with "---", "name: ...", "description: ...", "---", one a line.',
    "",
    "✗ 3 files: 2 loaded (1 only since it was read leniently), 1 failed; 3 errors, 1 warning, 1 note",
    "",
  ]);
});

test("knows tools and arguments of a config that is named, and of no other", { timeout }, async () => {
  const { code, stdout } = await runSopwith(checked, "skills", "check", "set", "--registry", folder, "--json");
  const report = JSON.parse(stdout) as { diagnostics: { code: string; fix: string }[] };
  expect(code).toBe(1);
  expect(report).toEqual({ files: 3, loaded: 2, repaired: 1, failed: 1, diagnostics: expect.any(Array) as unknown });
  expect(report.diagnostics.filter(({ code: each }) => each.startsWith("SKILL_TOOL"))).toEqual([
    {
      code: "SKILL_TOOL_UNKNOWN",
      severity: "error",
      file: "set/bad/SKILL.md",
      line: 6,
      column: 19,
      message: "Step 1 names `parcels/fnd`, but no tool of that name is registered.",
      fix: "Did you mean parcels/find or parcels/drop?",
    },
    {
      code: "SKILL_TOOL_ARGUMENT",
      severity: "error",
      file: "set/bad/SKILL.md",
      line: 8,
      column: 23,
      message: '`parcels/find` has no argument "nr"; it takes id.',
      fix: 'Write "id".',
    },
  ]);
  expect(existsSync(join(checked, "ran")) || existsSync(join(checked, "set/ran"))).toBe(false);
});

test("prints no secret that it finds, in no form", { timeout }, async () => {
  const secret = `ghp_${"a1B2c3D4e5".repeat(4)}`.slice(0, 40);
  const leaky = temporaryProject({
    "set/leak/SKILL.md": `---\nname: leak\ndescription: Leaks.\n---\n1. Use the token ${secret} for \`x/y\`.\n`,
  });
  for (const form of [[], ["--json"], ["--sarif", "out.sarif"]]) {
    const { stdout, stderr } = await runSopwith(leaky, "skills", "check", "set", ...form);
    expect(`${stdout}${stderr}`).toContain("SKILL_SECRET");
    expect(`${stdout}${stderr}`).not.toContain(secret.slice(0, 12));
  }
  expect(readFileSync(join(leaky, "out.sarif"), "utf8")).not.toContain(secret.slice(0, 12));
});

test("writes SARIF beside what it prints", { timeout }, async () => {
  await runSopwith(checked, "skills", "check", "set/none", "--sarif", "out/skills.sarif");
  expect(JSON.parse(readFileSync(join(checked, "out/skills.sarif"), "utf8"))).toEqual({
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "sopwith",
            rules: [
              { id: "SKILL_NO_FRONT_MATTER", shortDescription: { text: "The file begins with a front matter." } },
            ],
          },
        },
        columnKind: "utf16CodeUnits",
        results: [
          {
            ruleId: "SKILL_NO_FRONT_MATTER",
            ruleIndex: 0,
            level: "error",
            message: { text: expect.stringMatching(/^The file has no front matter: .* Begin the file /) as string },
            locations: [
              {
                physicalLocation: {
                  artifactLocation: { uri: "set/none/SKILL.md" },
                  region: { startLine: 1, startColumn: 1 },
                },
              },
            ],
          },
        ],
      },
    ],
  });
});

test("SARIF paths are addresses: relative ones encoded, absolute ones with their scheme", () => {
  const places = ["a b/#c.md", "/x/y z.md"].map((file) => ({
    code: "A",
    severity: "info" as const,
    message: "m",
    where: { file },
  }));
  expect(JSON.stringify(toSarif(places, []))).toContain('"uri":"a%20b/%23c.md"');
  expect(JSON.stringify(toSarif(places, []))).toContain('"uri":"file:///x/y%20z.md"');
});

test("checks skills/ when no folder is named, and says what is not there", { timeout }, async () => {
  expect(await runSopwith(folder, "skills", "check")).toEqual({
    code: 0,
    stderr: "",
    stdout: "✓ 1 file: 1 loaded, 0 failed; 0 errors, 0 warnings, 0 notes\n",
  });
  expect(await runSopwith(folder, "skills", "check", "gone")).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("SKILL_ROOT_MISSING") as string,
  });
  expect(await runSopwith(folder, "skills", "check", "--registry", "gone")).toMatchObject({ code: 2 });
});
