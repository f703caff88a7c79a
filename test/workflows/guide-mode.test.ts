import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openProject, type Project } from "../../src/project/open-project.ts";
import { playRehearsal } from "../../src/project/play-rehearsal.ts";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { copyShipped, root } from "./play-shipped.ts";

/* The example as it is shipped enforces its procedure; here is the same with `guide`. */

vi.setConfig({ testTimeout: 60_000 });
mkdirSync(join(root, ".sopwith"), { recursive: true });
const folder = mkdtempSync(join(root, ".sopwith/guide-"));
const store = createMemoryStore();
const before = process.cwd();
let project: Project;

beforeAll(async () => {
  copyShipped(folder);
  const file = join(folder, "workflows/event-safety.ts");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace('sop: "enforce"', 'sop: "guide"'));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  project = await openProject({ cwd: folder, env: {}, store });
  process.chdir(folder);
});

afterAll(async () => {
  process.chdir(before);
  await project.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

async function stepsOf(thread: string): Promise<Readonly<Record<string, string>>> {
  const { conformance = [] } = (await store.runs(thread)).at(-1)!;
  const row = conformance.find(({ path }) => path === "execute")!;
  return { mode: row.mode, ...Object.fromEntries(row.steps.map(({ step = "", status }) => [step, status])) };
}

const done = { mode: "guide", registrants: "done", cancel: "done", "tell-registrants": "done" };

test("a model that forgets the notice to the administrator is made to send it", async () => {
  const { differences } = await playRehearsal(project, {
    workflow: "event-safety",
    rehearsal: "forgets-notice",
    thread: "forgets",
  });
  expect(differences).toEqual([]);
  expect(await stepsOf("forgets")).toEqual({ ...done, "tell-admin": "done" });
});

test("a stubborn model leaves the run degraded, with the step that is missing", async () => {
  const { result } = await playRehearsal(project, {
    workflow: "event-safety",
    rehearsal: "stubborn",
    thread: "stubborn",
  });
  expect(result).toMatchObject({
    status: "degraded",
    reasons: [expect.stringContaining("Step tell-admin of the procedure")],
  });
  expect(await stepsOf("stubborn")).toEqual({ ...done, "tell-admin": "missing" });
});
