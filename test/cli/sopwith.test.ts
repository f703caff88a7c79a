import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { projectRoot } from "../house/project-root.ts";

const PACKAGE = JSON.stringify({
  name: "sopwith",
  type: "module",
  exports: { ".": { "sopwith-source": "./src/index.ts", default: "./dist/index.js" } },
});
/** A command that loads the file it is given and reports what the file got by importing "sopwith". */
const MAIN = `export async function main(argv) {
  await import("node:sqlite");
  process.emitWarning("something else", "ExperimentalWarning");
  console.log((await import(argv[0])).default);
  return 4;
}`;

test("an older Node gets one clear message and exit code 2", () => {
  const manifest = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")) as { engines: { node: string } };
  const needed = manifest.engines.node.replace(">=", "");
  const older = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } })';
  const result = run(plant({}), ["--import", `data:text/javascript,${older}`]);
  expect(result).toEqual({
    status: 2,
    stdout: "",
    stderr: [
      "NODE_TOO_OLD  sopwith does not run on this version of Node.",
      `  Found Node 20.20.2 (${process.execPath}); Node ${needed} or newer is needed.`,
      "  In a clone: run `npm ci`, which brings Node 24, then `npx sopwith`, which uses it.",
      "  Elsewhere: install a newer Node from https://nodejs.org.",
      "",
    ].join("\n"),
  });
});

test('in a clone the source runs, and "sopwith" means src/index.ts wherever the importing file stands', () => {
  const clone = plant({
    "src/cli/main.ts": MAIN,
    "src/index.ts": 'export const from: string = "source";',
    "dist/index.js": 'export const from = "dist";',
    "workflows/own.ts": 'import { from } from "sopwith"; const name: string = from; export default name;',
  });
  const elsewhere = plant({ "foreign.ts": 'import { from } from "sopwith"; export default `${from} from elsewhere`;' });
  const own = run(clone, [], [join(clone, "workflows/own.ts")]);
  const foreign = run(clone, [], [join(elsewhere, "foreign.ts")]);
  expect([own.status, own.stdout, foreign.status, foreign.stdout]).toEqual([
    4,
    "source\n",
    4,
    "source from elsewhere\n",
  ]);
});

test("an installed package runs dist, and its importers resolve as Node does", () => {
  const installed = plant({
    "dist/cli/main.js": MAIN,
    "src/index.ts": 'export const from: string = "source";',
    "dist/index.js": 'export const from = "dist";',
    "own.ts": 'export { from as default } from "sopwith";',
  });
  const result = run(installed, [], [join(installed, "own.ts")]);
  expect([result.status, result.stdout]).toEqual([4, "dist\n"]);
});

test("Node's notes about SQLite and type stripping are held back, other warnings are not", () => {
  const clone = plant({ "src/cli/main.ts": MAIN, "own.ts": "const own: number = 1; export default own;" });
  const { stderr } = run(clone, [], [join(clone, "own.ts")]);
  expect(stderr.match(/\w+Warning: .*/g)).toEqual(["ExperimentalWarning: something else"]);
});

/** A folder that has the command's first file in place, and these files. */
function plant(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "sopwith-bin-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries({ "package.json": PACKAGE, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  cpSync(join(projectRoot, "src/cli/sopwith.mjs"), join(folder, "src/cli/sopwith.mjs"));
  return folder;
}

function run(folder: string, nodeOptions: readonly string[], args: readonly string[] = []) {
  const bin = join(folder, "src/cli/sopwith.mjs");
  const { status, stdout, stderr } = spawnSync(process.execPath, [...nodeOptions, bin, ...args], { encoding: "utf8" });
  return { status, stdout, stderr };
}
