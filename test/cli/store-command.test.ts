import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createSqliteStore } from "../../src/store/sqlite-store.ts";
import { temporaryProject } from "../project/temporary-project.ts";
import { orderProject } from "./order-project.ts";
import { runSopwith } from "./run-sopwith.ts";

const timeout = 60_000;

test("checks the store, copies it, and removes what has ended", { timeout }, async () => {
  const folder = orderProject();
  expect(await runSopwith(folder, "store", "check")).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/sopwith\.db is not there yet; the first run makes it\.\n$/) as string,
  });
  for (const thread of ["a", "b"]) await runSopwith(folder, "run", "order", "--thread", thread);
  await runSopwith(folder, "threads", "cancel", "a");
  expect(await runSopwith(folder, "store", "check")).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/sopwith\.db is sound: \d+ KiB, schema version \d+\.\n$/) as string,
  });

  expect(await runSopwith(folder, "store", "backup", "copy.db")).toMatchObject({ code: 0 });
  expect(statSync(join(folder, "copy.db")).mode & 0o777).toBe(0o600);
  expect((await runSopwith(folder, "store", "backup", "copy.db")).code).toBe(1);

  expect(await runSopwith(folder, "store", "prune", "--older-than", "0")).toMatchObject({
    code: 0,
    stdout: "Removed 1 thread with 1 run. Kept: 1 old thread whose run can still go on, and the audit trail.\n",
  });
  const copy = createSqliteStore({ file: join(folder, "copy.db") });
  expect([await copy.thread("a"), await copy.thread("b")]).toMatchObject([
    { status: "cancelled" },
    { status: "waiting" },
  ]);
  await copy.close();
});

test.each([
  [["prune"], "`sopwith store prune` needs an age in days."],
  [["prune", "--older-than", "soon"], "`sopwith store prune` needs an age in days."],
  [["backup"], "`sopwith store backup` needs a file."],
])("store %j is refused", { timeout }, async (words, message) => {
  const folder = orderProject();
  const { code, stderr } = await runSopwith(folder, "store", ...words);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) as string });
  expect(existsSync(join(folder, ".sopwith/store.db"))).toBe(false);
});

test("a store in memory has no file to look at", { timeout }, async () => {
  const folder = temporaryProject({
    "sopwith.config.ts": `import { defineConfig } from "sopwith";\nexport default defineConfig({ store: { kind: "memory" } });\n`,
  });
  expect(await runSopwith(folder, "store", "check")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("The project's store is in memory, so there is no file.") as string,
  });
});
