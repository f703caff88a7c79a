import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runSopwith, type Ended } from "../cli/run-sopwith.ts";
import { type Fence, parsePage } from "./markdown.ts";
import { projectRoot } from "./project-root.ts";
import { writeTour } from "./write-tour.ts";

/*
 * How the README marks its tour:
 *   ```md file=skills/a/SKILL.md   a file of the tour, whole
 *   ```sh tour                     commands that a reader types one after the other; `<id>` is what was printed before
 *   ```text tour                   lines that these commands print
 */
const { fences } = parsePage("README.md", readFileSync(join(projectRoot, "README.md"), "utf8"));
const commands = fences.filter((fence) => isMarked(fence, "sh")).flatMap(({ text }) => text.split("\n"));
const shown = fences.filter((fence) => isMarked(fence, "text")).flatMap(({ text }) => text.split("\n"));

test(
  "a reader who copies the README's files and types its commands sees what it shows",
  { timeout: 60_000 },
  async () => {
    const folder = writeTour(fences);
    const check = await runSopwith(folder, "skills", "check", "--json");
    expect(JSON.parse(check.stdout)).toMatchObject({ loaded: 1, failed: 0, diagnostics: [] });
    const ended: Ended[] = [];
    for (const command of commands) {
      const id = /--approve (ask_\w+)/.exec(ended.map(({ stdout }) => stdout).join(""))?.[1] ?? "none";
      const words = command.replace("<id>", id).split(" ");
      expect(words.splice(0, 2)).toEqual(["npx", "sopwith"]);
      ended.push(await runSopwith(folder, ...words));
    }
    const printed = ended.flatMap(({ stdout }) => stdout.split("\n"));
    expect(shown.filter((line) => !printed.includes(line))).toEqual([]);
    // Only the command that stops at the question leaves its run waiting.
    expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      commands.map((command) => ({ code: command.endsWith("--wait") ? 3 : 0, stderr: "" })),
    );
  },
);

function isMarked({ info }: Fence, language: string): boolean {
  return info[0] === language && info.includes("tour");
}
