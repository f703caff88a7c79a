import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { afterAll, beforeAll, vi } from "vitest";
import { openProject } from "../../src/project/open-project.ts";
import { playRehearsal, type RehearsalVerdict } from "../../src/project/play-rehearsal.ts";
import { createMemoryStore } from "../../src/store/memory-store.ts";

/** The clone. */
export const root: string = resolve(import.meta.dirname, "../..");

/** Rehearsals of one shipped workflow, played in a temporary folder that the examples write to. */
export interface Stage {
  play(rehearsal: string, thread?: string): Promise<RehearsalVerdict>;
  /** A file that a run wrote, as text. */
  read(thread: string, file: string): string;
  /** Files in a folder of a run, sorted; none where there is no folder. */
  list(thread: string, folder: string): string[];
}

/** Opens a stage for the tests of one file. Must be called at the top of the file, since it works with hooks. */
export function openStage(workflow: string): Stage {
  // The first play loads LangGraph and the model's client, which takes long where other tests keep the cores busy.
  vi.setConfig({ testTimeout: 60_000 });
  const before = process.cwd();
  const store = createMemoryStore();
  const folder = mkdtempSync(join(tmpdir(), "sopwith-examples-"));
  const project = openProject({ cwd: root, env: {}, store });
  const inRun = (thread: string, file: string): string => join(folder, ".sopwith", workflow, thread, file);
  beforeAll(() => process.chdir(folder));
  afterAll(async () => {
    process.chdir(before);
    await (await project).close();
    await store.close();
    rmSync(folder, { recursive: true });
  });
  return {
    play: async (rehearsal, thread) =>
      playRehearsal(await project, { workflow, rehearsal, ...(thread !== undefined && { thread }) }),
    read: (thread, file) => readFileSync(inRun(thread, file), "utf8"),
    list: (thread, name) => {
      const found = readdirSync(join(folder, ".sopwith", workflow, thread), { recursive: true, encoding: "utf8" });
      return found
        .filter((file) => file.startsWith(`${name}/`))
        .map((file) => relative(name, file))
        .toSorted();
    },
  };
}

/** Names of a workflow's rehearsals. */
export function shippedRehearsals(workflow: string): string[] {
  return readdirSync(join(root, "workflows", workflow, "rehearsals")).map((file) => file.replace(/\.yaml$/, ""));
}

/** All files of a folder with their text, by path. */
export function filesOf(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).toSorted();
  return Object.fromEntries(paths.map((path) => [relative(folder, path), readFileSync(path, "utf8")]));
}

/** A copy of the shipped workflows and skills in `folder`, with the MCP server of one and what was agreed to of it. */
export function copyShipped(folder: string): void {
  for (const part of ["workflows", "skills", "mcp.json", "mcp.lock.json"])
    cpSync(join(root, part), join(folder, part), { recursive: true });
}
