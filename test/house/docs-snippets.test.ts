import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { parsePage, readPages, type Page } from "./markdown.ts";
import { projectRoot } from "./project-root.ts";

/*
 * How a page marks its snippets:
 *   ```ts                      a module of its own, type-checked against the package
 *   ```ts file=workflows/a.ts  the same, under a name that other snippets of the page can import
 *   ```ts continued            goes on where the snippet before it ended
 *   ```sh run                  is run in the project's root and has to succeed, with no model key set
 */
const pages = readPages(projectRoot);

test("the TypeScript snippets of the documentation compile", async () => {
  expect(await compile(pages)).toBe("");
}, 30_000);

test("a snippet that does not compile is reported", async () => {
  const text =
    '```ts file=a.ts\nexport const a = 1;\n```\n```ts\nimport { a } from "./a.ts";\n```\n```ts continued\na.no();\n```';
  expect(await compile([parsePage("docs/a.md", text)])).toMatch(
    /docs-a\/line-4\.ts\(3,3\): error TS2339: Property 'no'/,
  );
}, 30_000);

const commands = pages.flatMap(({ path, fences }) => {
  return fences
    .filter(({ info }) => info[0] === "sh" && info.includes("run"))
    .map(({ text, line }) => ({ at: `${path}:${line}`, text }));
});

test.each(commands)(
  "the commands at $at succeed",
  async ({ text }) => {
    const run = promisify(execFile)("bash", ["-euo", "pipefail", "-c", text], {
      cwd: projectRoot,
      env: withoutModel(),
    });
    await expect(run).resolves.toBeDefined();
  },
  60_000,
);

/** What the compiler says of the pages' TypeScript snippets; nothing if all is well. */
async function compile(documents: readonly Page[]): Promise<string> {
  mkdirSync(join(projectRoot, ".sopwith"), { recursive: true });
  const folder = mkdtempSync(join(projectRoot, ".sopwith/docs-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const page of documents) writeSnippets(page, join(folder, page.path.replaceAll("/", "-").replace(/\.md$/, "")));
  const options = { noUnusedLocals: false, noEmit: true };
  const config = { extends: "../../tsconfig.json", compilerOptions: options, include: ["**/*.ts"], exclude: [] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  writeFileSync(join(folder, "none.ts"), "export {};\n");
  const compiler = join(projectRoot, "node_modules/typescript/bin/tsc");
  const run = promisify(execFile)(process.execPath, [compiler, "-p", folder, "--pretty", "false"], { cwd: folder });
  return run.then(
    () => "",
    (failure: { readonly stdout: string }) => failure.stdout,
  );
}

function writeSnippets(page: Page, folder: string): void {
  let name = "";
  const texts = new Map<string, string>();
  for (const { info, text, line } of page.fences.filter((fence) => fence.info[0] === "ts")) {
    const file = info.find((word) => word.startsWith("file="))?.slice("file=".length);
    if (!info.includes("continued")) name = file ?? `line-${line}.ts`;
    texts.set(name, `${texts.get(name) ?? "export {};\n"}${text}\n`);
  }
  for (const [file, text] of texts) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}

function withoutModel(): NodeJS.ProcessEnv {
  const bin = join(projectRoot, "node_modules/.bin");
  const environment = { ...process.env, PATH: `${bin}:${process.env["PATH"] ?? ""}` };
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith("OPENAI_")));
}
