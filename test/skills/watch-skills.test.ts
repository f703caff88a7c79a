import { spawn } from "node:child_process";
import { mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ReloadReport } from "../../src/skills/reload-report.ts";
import { createSkillLibrary, type SkillLibrary } from "../../src/skills/skill-library.ts";
import { watchSkills, type WatchSkillsOptions } from "../../src/skills/watch-skills.ts";
import { makeFolder, skillText, writeInto } from "./skill-folder.ts";

interface Watched {
  readonly library: SkillLibrary;
  readonly reports: readonly string[];
  /** Answers when `holds` does; each reload asks again. */
  readonly until: (holds: () => boolean | Promise<boolean>) => Promise<void>;
}

/** The stamps are compared so seldom that only events can be what was seen. */
async function watchFolder(roots: readonly string[], options: Partial<WatchSkillsOptions> = {}): Promise<Watched> {
  const library = createSkillLibrary({ roots, holdTexts: true });
  await library.load();
  const reports: string[] = [];
  let asking = Promise.withResolvers<void>();
  const watcher = watchSkills(library, {
    rescanMs: 600_000,
    ...options,
    onReload: (report) => {
      reports.push(briefly(report));
      options.onReload?.(report);
      asking.resolve();
      asking = Promise.withResolvers();
    },
  });
  onTestFinished(() => watcher.close());
  await watcher.ready;
  const until: Watched["until"] = async (holds) => {
    while (!(await holds())) await asking.promise;
  };
  return { library, reports, until };
}

function briefly(report: ReloadReport): string {
  const { added, changed, removed, kept, mended, broken } = report;
  const lists = { added, changed, removed, kept, mended };
  const named = Object.entries(lists).flatMap(([kind, list]) => list.map(({ name }) => `${kind} ${name}`));
  return [...named, ...broken.map(() => "broken")].join(", ");
}

function saveAtomically(file: string, text: string): void {
  writeFileSync(`${file}.tmp`, text);
  renameSync(`${file}.tmp`, file);
}

/** As vim does: the old file becomes the backup, the new one is written, the backup goes. */
function saveLikeVim(file: string, text: string): void {
  renameSync(file, `${file}~`);
  writeFileSync(file, text);
  unlinkSync(`${file}~`);
}

const bodyIs = (library: SkillLibrary, name: string, body: string) => async (): Promise<boolean> =>
  library.list().some((skill) => skill.name === name) && (await library.get(name)).body === body;

describe("every row of the table of saves is seen", () => {
  test("in place, atomic, as vim does it, several in a row, mixed", async () => {
    const folder = makeFolder({ "a/SKILL.md": skillText("a", "0") });
    const { library, until, reports } = await watchFolder([folder]);
    const file = join(folder, "a/SKILL.md");
    const saves = [
      writeFileSync,
      saveAtomically,
      saveAtomically,
      saveAtomically,
      writeFileSync,
      saveLikeVim,
      saveLikeVim,
      writeFileSync,
    ];
    for (const [index, save] of saves.entries()) {
      save(file, skillText("a", `text ${index}`));
      await until(bodyIs(library, "a", `text ${index}`));
    }
    expect(reports).toEqual(saves.map(() => "changed a"));
  });

  test("a folder deleted and made again, and edits in it", async () => {
    const folder = makeFolder({ "a/SKILL.md": skillText("a", "0"), "b/SKILL.md": skillText("b") });
    const { library, until } = await watchFolder([folder]);
    for (const round of [1, 2, 3]) {
      rmSync(join(folder, "a"), { recursive: true });
      await until(() => library.list().length === 1);
      writeInto(folder, "a/SKILL.md", skillText("a", `made ${round}`));
      await until(bodyIs(library, "a", `made ${round}`));
      saveAtomically(join(folder, "a/SKILL.md"), skillText("a", `saved ${round}`));
      await until(bodyIs(library, "a", `saved ${round}`));
      writeFileSync(join(folder, "a/SKILL.md"), skillText("a", `written ${round}`));
      await until(bodyIs(library, "a", `written ${round}`));
    }
    expect(library.list()).toHaveLength(2);
  });

  test("a new skill, a new group of skills, and edits in them", async () => {
    const folder = makeFolder({ "a/SKILL.md": skillText("a") });
    const { library, until } = await watchFolder([folder]);
    writeInto(folder, "b/SKILL.md", skillText("b", "1"));
    await until(bodyIs(library, "b", "1"));
    writeInto(folder, "group/deep/c/SKILL.md", skillText("c", "1"));
    await until(bodyIs(library, "c", "1"));
    for (const name of ["b", "group/deep/c"]) {
      saveAtomically(join(folder, name, "SKILL.md"), skillText(name.at(-1)!, "2"));
      await until(bodyIs(library, name.at(-1)!, "2"));
    }
    expect(library.list()).toHaveLength(3);
  });

  test("a linked skill, and edits where the link leads", async () => {
    const outside = makeFolder({ "linked/SKILL.md": skillText("linked", "0") });
    const folder = makeFolder({ "a/SKILL.md": skillText("a") });
    const { library, until } = await watchFolder([folder]);
    symlinkSync(join(outside, "linked"), join(folder, "linked"));
    await until(bodyIs(library, "linked", "0"));
    for (const [index, save] of [writeFileSync, saveAtomically, saveAtomically, writeFileSync].entries()) {
      save(join(outside, "linked/SKILL.md"), skillText("linked", `text ${index}`));
      await until(bodyIs(library, "linked", `text ${index}`));
    }
    expect(library.diagnostics).toEqual([]);
  });

  test("a root that is made later, two folders below what exists", async () => {
    const folder = makeFolder();
    const { library, until } = await watchFolder([join(folder, "later", "skills")]);
    writeInto(folder, "later/skills/a/SKILL.md", skillText("a", "1"));
    await until(bodyIs(library, "a", "1"));
    writeInto(folder, "later/skills/a/SKILL.md", skillText("a", "2"));
    await until(bodyIs(library, "a", "2"));
    expect(library.diagnostics).toEqual([]);
  });

  test("edits of a translation", async () => {
    const text = (body: string): string => `---\nname: a\ndescription: 中文。\n---\n${body}`;
    const folder = makeFolder({ "a/SKILL.md": skillText("a"), "a/SKILL.zh.md": text("0") });
    const { library, until, reports } = await watchFolder([folder]);
    for (const [index, save] of [writeFileSync, saveAtomically, writeFileSync].entries()) {
      save(join(folder, "a/SKILL.zh.md"), text(String(index + 1)));
      await until(async () => (await library.get("a", { locale: "zh" })).body === String(index + 1));
    }
    expect(reports).toEqual(["changed a", "changed a", "changed a"]);
  });

  test("a file that gets another name is another skill", async () => {
    const folder = makeFolder({ "a/SKILL.md": skillText("a"), "b/SKILL.md": skillText("b") });
    const { until, reports } = await watchFolder([folder]);
    writeInto(folder, "a/SKILL.md", skillText("c"));
    await until(() => reports.length === 1);
    renameSync(join(folder, "b"), join(folder, "d"));
    await until(() => reports.length > 1);
    expect(reports[0]).toBe("added c, removed a");
  });
});

test.each([1, 15])("of saves %d ms apart the last is what is shown", async (gapMs) => {
  const folder = makeFolder({ "a/SKILL.md": skillText("a", "0") });
  const { library, until } = await watchFolder([folder]);
  for (let index = 1; index <= 60; index += 1) {
    (index % 2 ? writeFileSync : saveAtomically)(join(folder, "a/SKILL.md"), skillText("a", `text ${index}`));
    await setTimeout(gapMs);
  }
  await until(bodyIs(library, "a", "text 60"));
  expect(library.list()).toHaveLength(1);
});

test("says nothing when nothing has changed", async () => {
  const folder = makeFolder({ "a/SKILL.md": skillText("a", "0"), "broken/SKILL.md": "no\n" });
  const { library, until, reports } = await watchFolder([folder], { rescanMs: 20 });
  writeInto(folder, "a/SKILL.md", skillText("a", "0"));
  writeInto(folder, "a/notes.txt", "words");
  writeInto(folder, "broken/SKILL.md", "no\n");
  mkdirSync(join(folder, "empty"));
  writeInto(folder, "a/SKILL.md", skillText("a", "1"));
  await until(bodyIs(library, "a", "1"));
  expect(reports).toEqual(["changed a"]);
});

test("looks into no ignored folder, however much is in it", async () => {
  const folder = makeFolder({ "a/SKILL.md": skillText("a") });
  for (let index = 0; index < 3000; index += 1)
    writeInto(folder, `node_modules/p${index}/SKILL.md`, skillText(`p${index}`));
  writeInto(folder, ".git/x/SKILL.md", skillText("git"));
  writeInto(folder, "venv/x/SKILL.md", skillText("venv"));
  const { library, until } = await watchFolder([folder]);
  writeInto(folder, "node_modules/p1/SKILL.md", skillText("p1", "new"));
  writeInto(folder, "a/SKILL.md", skillText("a", "1"));
  await until(bodyIs(library, "a", "1"));
  expect(library.list().map((skill) => skill.name)).toEqual(["a"]);
});

test("comparing stamps shows what no event told", async () => {
  const folder = makeFolder({ "a/SKILL.md": skillText("a", "0") });
  const target = makeFolder({ "file.md": skillText("b", "0") });
  mkdirSync(join(folder, "b"));
  symlinkSync(join(target, "file.md"), join(folder, "b/SKILL.md"));
  const { library, until } = await watchFolder([folder], { rescanMs: 20 });
  saveAtomically(join(target, "file.md"), skillText("b", "1"));
  await until(bodyIs(library, "b", "1"));
  expect(library.list()).toHaveLength(2);
});

test("serves before it is ready, and reads nothing more once it is closed", async () => {
  const folder = makeFolder({ "a/SKILL.md": skillText("a", "0") });
  const library = createSkillLibrary({ roots: [folder], holdTexts: true });
  const reports: ReloadReport[] = [];
  const watcher = watchSkills(library, { onReload: (report) => reports.push(report), rescanMs: 5 });
  expect((await library.get("a")).body).toBe("0");
  await watcher.ready;
  await watcher.close();
  writeInto(folder, "a/SKILL.md", skillText("a", "1"));
  expect((await library.get("a")).body).toBe("0");
  expect((await library.reload()).changed).toHaveLength(1);
  expect(reports).toEqual([]);
});

test("compares stamps where the system gives no more watches, and says so", async () => {
  const folder = makeFolder({ "a/SKILL.md": skillText("a", "0") });
  const child = fileURLToPath(new URL("polling-child.ts", import.meta.url));
  const shell = 'ulimit -n 60; exec "$0" "$@"';
  const started = spawn("sh", ["-c", shell, process.execPath, child, folder], { stdio: ["ignore", "pipe", "inherit"] });
  const lines: string[] = [];
  for await (const line of createInterface({ input: started.stdout })) {
    lines.push(line);
    if (line === "polling") writeInto(folder, "a/SKILL.md", skillText("a", "1"));
  }
  expect(lines).toEqual(["SKILL_WATCH_POLLING", "polling", "changed a"]);
});
