/** Watches a folder with no file descriptor left, and prints what the watch says and shows. */
import { closeSync, openSync } from "node:fs";
import { createSkillLibrary } from "../../src/skills/skill-library.ts";
import { watchSkills } from "../../src/skills/watch-skills.ts";

const [folder = ""] = process.argv.slice(2);
const library = createSkillLibrary({ roots: [folder], holdTexts: true });
await library.load();
await import("chokidar");
const taken: number[] = [];
for (;;) {
  try {
    taken.push(openSync("/dev/null", "r"));
  } catch {
    break;
  }
}
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const watcher = watchSkills(library, {
  onProblem: (problem) => say(problem.code),
  onReload: ({ changed }) => {
    say(`changed ${changed.map(({ name }) => name).join()}`);
    void watcher.close();
  },
});
await watcher.ready;
for (const file of taken) closeSync(file);
say(watcher.mode);
