import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { runSopwith } from "../cli/run-sopwith.ts";
import { parsePage } from "./markdown.ts";
import { projectRoot } from "./project-root.ts";
import { writeTour } from "./write-tour.ts";

const page = "docs/guides/mcp.md";
const { fences } = parsePage(page, readFileSync(join(projectRoot, page), "utf8"));
const commands = fences
  .filter(({ info }) => info[0] === "sh" && info.includes("tour"))
  .flatMap(({ text }) => text.split("\n"));

/** The package that `npx -y` would fetch, as it lies here. */
function asItLiesHere(words: readonly string[]): string[] {
  const at = words.indexOf("-y");
  if (at === -1) return [...words];
  const [name = "", ...rest] = words.slice(at + 1);
  const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  return [...words.slice(0, at - 1), process.execPath, join(folder, "dist/index.js"), ...rest];
}

test(
  "a reader who copies the MCP guide's files and types its commands gets an answer",
  { timeout: 120_000 },
  async () => {
    const folder = writeTour(fences);
    const outputs: string[] = [];
    for (const command of commands) {
      const words = [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
        ([, one, two, plain]) => one ?? two ?? plain ?? "",
      );
      expect(words.splice(0, 2)).toEqual(["npx", "sopwith"]);
      // Nobody is here to be asked.
      const yes = words[1] === "accept" ? ["--yes"] : [];
      const { code, stdout, stderr } = await runSopwith(folder, ...asItLiesHere(words), ...yes);
      expect({ command, code, stdout, stderr }).toMatchObject({ command, code: 0 });
      outputs.push(stdout);
    }
    expect(outputs.map((output) => output.trim()).join("\n")).toMatch(/ready +2025-11-25 +14 +0/);
    expect(outputs.at(-2)).toContain("The fair is on 9 May (notes/fair.md).");
    expect(outputs.at(-1)).toMatch(/done +/);
  },
);
