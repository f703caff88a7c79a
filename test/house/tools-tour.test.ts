import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runSopwith } from "../cli/run-sopwith.ts";
import { parsePage } from "./markdown.ts";
import { projectRoot } from "./project-root.ts";

const page = "docs/guides/tools.md";
const { fences } = parsePage(page, readFileSync(join(projectRoot, page), "utf8"));
const linesOf = (language: string): string[] =>
  fences.filter(({ info }) => info[0] === language && info.includes("tour")).flatMap(({ text }) => text.split("\n"));

test(
  "a reader who copies the tools guide's files and types its commands sees what it shows",
  { timeout: 120_000 },
  async () => {
    const folder = writeTour();
    const printed: string[] = [];
    for (const command of linesOf("sh")) {
      const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
      expect(words.splice(0, 2)).toEqual(["npx", "sopwith"]);
      printed.push(...(await runSopwith(folder, ...words)).stdout.split("\n"));
    }
    expect(linesOf("text").filter((line) => !printed.includes(line))).toEqual([]);
    const table = (await runSopwith(folder, "audit")).stdout;
    expect(table).toMatch(/desk\/balance +ok +\d+ ms, 3 attempts/);
  },
);

/** The guide's files, inside the project, where packages are found as in the project itself. */
function writeTour(): string {
  mkdirSync(join(projectRoot, ".sopwith"), { recursive: true });
  const folder = mkdtempSync(join(projectRoot, ".sopwith/tour-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const { info, text } of fences) {
    const file = info.find((word) => word.startsWith("file="))?.slice("file=".length);
    if (file === undefined) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${text}\n`);
  }
  return folder;
}
