/**
 * Saves that follow each other 15 ms apart: how long after the last one its text is shown, and whether it always is.
 * `node test/bench/reload-burst.bench.ts [bursts]`. Beside it a bare `fs.watch` of the folder that reads the file at each event.
 */
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createSkillLibrary } from "../../src/skills/skill-library.ts";
import { watchSkills } from "../../src/skills/watch-skills.ts";

const bursts = Number(process.argv[2] ?? 50);
const savesInBurst = 8;
const gapMs = 15;
const folder = mkdtempSync(join(tmpdir(), "sopwith-burst-"));
const file = join(folder, "a/SKILL.md");
const textOf = (mark: string): string =>
  `---\nname: a\ndescription: Burst.\n---\n${"1. Call `x/y`.\n".repeat(100)}\n${mark}\n`;
mkdirSync(join(folder, "a"));
writeFileSync(file, textOf("start"));

const library = createSkillLibrary({ roots: [folder], holdTexts: true });
await library.load();
const shown = new Map<string, number>();
const seen = new Map<string, number>();
const note = (times: Map<string, number>, text: string): void => {
  const mark = text.trimEnd().split("\n").at(-1)!;
  if (!times.has(mark)) times.set(mark, performance.now());
};
const watcher = watchSkills(library, {
  onReload: () => void library.get("a").then(({ body }) => note(shown, body)),
});
const bare = watch(join(folder, "a"), () => note(seen, readFileSync(file, "utf8")));
await watcher.ready;

const last: { readonly mark: string; readonly at: number }[] = [];
for (let burst = 0; burst < bursts; burst += 1) {
  for (let save = 1; save <= savesInBurst; save += 1) {
    const mark = `burst ${burst} save ${save}`;
    if (save === savesInBurst) last.push({ mark, at: performance.now() });
    if ((burst + save) % 2 === 0) writeFileSync(file, textOf(mark));
    else {
      writeFileSync(`${file}.tmp`, textOf(mark));
      renameSync(`${file}.tmp`, file);
    }
    await setTimeout(gapMs);
  }
  await setTimeout(100);
}
bare.close();
await watcher.close();
rmSync(folder, { recursive: true });

for (const [name, times] of [
  ["sopwith", shown],
  ["bare fs.watch", seen],
] as const) {
  const delays = last.map(({ mark, at }) => (times.get(mark) ?? Infinity) - at).toSorted((a, b) => a - b);
  const at = (part: number): string => delays[Math.floor((delays.length - 1) * part)]!.toFixed(2);
  const missed = delays.filter((delay) => delay === Infinity).length;
  process.stdout.write(
    `${name}: ${bursts} bursts, last text missed ${missed} times; p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, worst ${at(1)} ms\n`,
  );
}
