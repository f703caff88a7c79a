import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runSopwith } from "../cli/run-sopwith.ts";
import { parsePage } from "./markdown.ts";
import { projectRoot } from "./project-root.ts";
import { writeTour } from "./write-tour.ts";

const page = "docs/guides/tools.md";
const { fences } = parsePage(page, readFileSync(join(projectRoot, page), "utf8"));
const linesOf = (language: string): string[] =>
  fences.filter(({ info }) => info[0] === language && info.includes("tour")).flatMap(({ text }) => text.split("\n"));

test(
  "a reader who copies the tools guide's files and types its commands sees what it shows",
  { timeout: 120_000 },
  async () => {
    const folder = writeTour(fences);
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
