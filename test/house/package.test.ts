import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "./project-root.ts";

/*
 * Slow (about 10 s): builds, packs, installs the packed file in a folder of its own and uses it there.
 * The packages it depends on come in the versions of our lock: npm's cache has them, so nothing is asked of a registry.
 */
const PROJECT = { name: "elsewhere", private: true, type: "module" };
const WORKFLOW = `
import { defineTool, defineWorkflow, toolNode } from "sopwith";
import { z } from "zod";

const State = z.object({ request: z.string(), reply: z.string().default("") });
type State = z.output<typeof State>;

const shout = defineTool({
  name: "text/shout",
  description: "Write a text in capital letters.",
  effect: "read",
  input: z.object({ text: z.string() }),
  output: z.object({ text: z.string() }),
  run: ({ text }) => ({ text: text.toUpperCase() }),
});
const reply = toolNode({
  tool: shout,
  input: (state: State) => ({ text: state.request }),
  save: ({ text }) => ({ reply: text }),
});

export default defineWorkflow({
  name: "shout",
  state: State,
  start: "answer",
  tools: [shout],
  answer: (state) => state.reply,
  nodes: { answer: reply },
  edges: { answer: "end" },
});
`;

interface Lock {
  readonly packages: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

let place = "";

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), "sopwith-package-"));
  run(projectRoot, "npm", ["pack", "--silent", "--pack-destination", place]);
  const packed = readdirSync(place).find((file) => file.endsWith(".tgz")) ?? "";
  write("package.json", JSON.stringify({ ...PROJECT, dependencies: { sopwith: `file:${packed}` } }));
  write("workflows/shout.ts", WORKFLOW);
  write("package-lock.json", JSON.stringify(lockFor(packed)));
  run(place, "npm", ["ci", "--prefer-offline", "--no-audit", "--no-fund"]);
}, 120_000);

afterAll(() => rmSync(place, { recursive: true, force: true }));

test("the installed command tells its version", () => {
  const { version } = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")) as {
    version: string;
  };
  expect(run(place, "sopwith", ["--version"])).toBe(`${version}\n`);
});

test("the installed package carries no source besides the command's first file and the studio's page", () => {
  const files = readdirSync(join(place, "node_modules/sopwith/src"), { recursive: true, withFileTypes: true });
  const names = files.filter((file) => file.isFile()).map((file) => join(basename(file.parentPath), file.name));
  expect(names.toSorted()).toEqual(
    [
      ["cli", "sopwith.mjs"],
      ["page", "index.html"],
      ["page", "studio.css"],
      ["page", "studio.js"],
    ].map((parts) => join(...parts)),
  );
});

test("the installed studio serves its page", async () => {
  const child = spawn(process.execPath, ["node_modules/sopwith/src/cli/sopwith.mjs", "studio", "--port=0", "--json"], {
    cwd: place,
  });
  const [text] = (await once(child.stdout, "data")) as [Buffer];
  const { origin } = new URL((JSON.parse(String(text)) as { readonly url: string }).url);
  const statuses = await Promise.all(["/", "/studio.js", "/studio.css"].map(async (path) => fetch(origin + path)));
  child.kill();
  await once(child, "close");
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200]);
}, 20_000);

test("its types reach a project that installed it", () => {
  const options = {
    module: "nodenext",
    target: "es2024",
    types: [],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  };
  write("tsconfig.json", JSON.stringify({ compilerOptions: options, include: ["workflows"] }));
  const compiler = join(projectRoot, "node_modules/typescript/bin/tsc");
  expect(run(place, process.execPath, [compiler, "--pretty", "false"])).toBe("");
}, 20_000);

test("a workflow of a project that installed the package runs", () => {
  const events = run(place, "sopwith", ["run", "shout", "good morning", "--json"]).trim().split("\n");
  expect(JSON.parse(events.at(-1) ?? "")).toMatchObject({
    type: "run-end",
    status: "completed",
    answer: "GOOD MORNING",
  });
}, 20_000);

/** The lock file of a project whose only dependency is the packed file. */
function lockFor(packed: string): object {
  const lock = JSON.parse(readFileSync(join(projectRoot, "package-lock.json"), "utf8")) as Lock;
  const { "": own, ...others } = lock.packages;
  const needed = Object.entries(others).filter(([, entry]) => entry["dev"] !== true);
  const file = `file:${packed}`;
  const packages = {
    "": { ...PROJECT, dependencies: { sopwith: file } },
    "node_modules/sopwith": { ...own, devDependencies: undefined, resolved: file },
  };
  return { ...PROJECT, lockfileVersion: 3, requires: true, packages: { ...packages, ...Object.fromEntries(needed) } };
}

/** Runs a command to its end and returns what it printed; fails with all it said if it does not end well. */
function run(folder: string, command: string, args: readonly string[]): string {
  const bins = [join(folder, "node_modules/.bin"), dirname(process.execPath), process.env["PATH"] ?? ""];
  const outside = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|OPENAI_|SOPWITH_|NODE_OPTIONS|VITEST)/i.test(name),
  );
  // The key keeps the command from looking for a rehearsal; no model is asked.
  const env = {
    ...Object.fromEntries(outside),
    OPENAI_API_KEY: "unused",
    PATH: bins.join(delimiter),
  };
  const result = spawnSync(command, args, {
    cwd: folder,
    encoding: "utf8",
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  expect(result, `${command} ${args.join(" ")}\n${result.stdout}${result.stderr}`).toMatchObject({
    status: 0,
  });
  return result.stdout;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(place, path)), { recursive: true });
  writeFileSync(join(place, path), text);
}
