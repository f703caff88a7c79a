import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Diagnostic } from "../../src/base/errors.ts";
import { checkSkills } from "../../src/skills/lint/check-skills.ts";
import { parseSkill } from "../../src/skills/parse-skill.ts";

/*
 * Reads and checks a corpus of published skills, and prints what came of it: `npm run corpus`, with the folder that holds
 * corpus/skills in SOPWITH_SHARED. Fails for a throw, a body that is cut, or a loss that nothing explains. The files are
 * read as text; nothing in them is run.
 */
const printed: string[] = [];
process.exitCode = await runCorpus(process.env["SOPWITH_SHARED"]);
process.stdout.write(`${printed.join("\n")}\n`);

async function runCorpus(shared: string | undefined): Promise<number> {
  const root = join(shared ?? "", "corpus/skills");
  if (shared === undefined || !existsSync(root)) {
    print("Skipped: set SOPWITH_SHARED to a folder that holds corpus/skills.");
    return 0;
  }
  const files = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => /(?:^|[\\/])skill\.md$/i.test(file))
    .map((file) => join(root, file));
  const loading = measure(() => files.flatMap((file) => faultsOf(file).map((fault) => `${file}: ${fault}`)));
  const start = performance.now();
  const report = await checkSkills({ folders: [root] });
  const checkMs = performance.now() - start;
  const counted = report.files === files.length && report.loaded + report.failed === report.files;
  const unexplained = counted ? [] : [`${files.length} files are there, ${report.files} were counted`];
  print(
    `files     ${report.files}: ${report.loaded} loaded, ${report.repaired} of them repaired, ${report.failed} failed`,
  );
  print(`parse     ${Math.round(loading.ms)} ms`);
  print(`check     ${Math.round(checkMs)} ms, ${(checkMs / Math.max(1, report.files)).toFixed(2)} ms a file`);
  print(`memory    ${Math.round(process.memoryUsage().rss / 1024 / 1024)} MB`);
  print("\nrules");
  for (const [rule, count] of countRules(report.diagnostics)) print(`${String(count).padStart(6)}  ${rule}`);
  const wrong = [...loading.value, ...unexplained];
  for (const line of wrong) print(`WRONG  ${line}`);
  print(wrong.length === 0 ? "\nNo throw, no body cut, every loss explained." : `\n${wrong.length} faults of ours.`);
  return wrong.length === 0 ? 0 : 1;
}

/** What we do wrong with one file: nothing, if all is well. */
function faultsOf(file: string): string[] {
  const bytes = readFileSync(file);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  try {
    const { skill, diagnostics } = parseSkill(text, { file });
    if (!skill) {
      const reason = diagnostics.find((fault) => fault.severity === "error");
      return reason?.fix !== undefined && reason.where?.line !== undefined ? [] : ["lost without a reason"];
    }
    const wrong: string[] = [];
    if (!bytes.subarray(bytes.length - Buffer.byteLength(skill.body)).equals(Buffer.from(skill.body)))
      wrong.push("body differs");
    if (skill.bodyLine !== lineBehindFence(text)) wrong.push("body cut");
    if (skill.hash !== createHash("sha256").update(bytes).digest("hex")) wrong.push("hash differs");
    return wrong;
  } catch (error) {
    return [`threw ${String(error)}`];
  }
}

/** The line behind the second line that is three dashes, counted without our parser. */
function lineBehindFence(text: string): number {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const opening = lines.findIndex((line) => /^---[ \t]*$/.test(line));
  return lines.findIndex((line, index) => index > opening && /^---[ \t]*$/.test(line)) + 2;
}

function measure<T>(work: () => T): { readonly value: T; readonly ms: number } {
  const start = performance.now();
  return { value: work(), ms: performance.now() - start };
}

function countRules(diagnostics: readonly Diagnostic[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { code, severity } of diagnostics) {
    const rule = `${severity.padEnd(7)}  ${code}`;
    counts.set(rule, (counts.get(rule) ?? 0) + 1);
  }
  return [...counts].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
}

function print(line: string): void {
  printed.push(line);
}
