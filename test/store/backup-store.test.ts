import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { backupStore } from "../../src/store/backup-store.ts";
import { createSqliteStore } from "../../src/store/sqlite-store.ts";
import { callRow, runRow } from "./store-rows.ts";

const folder = mkdtempSync(join(tmpdir(), "sopwith-backup-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a backup of a store that is in use is whole, sound, and for its owner only", async () => {
  const file = join(folder, "store.db");
  const store = createSqliteStore({ file });
  await store.putRun(runRow());
  for (let index = 0; index < 200; index += 1) await store.putCall(callRow(`c${index}`), false);
  const target = join(folder, "copies", "backup.db");
  const copying = backupStore(file, target);
  await store.putCall(callRow("meanwhile"), true);
  expect(await copying).toMatchObject({ exists: true, diagnostics: [] });
  await store.close();
  expect(statSync(target).mode & 0o777).toBe(0o600);
  const copy = createSqliteStore({ file: target });
  expect((await copy.runCalls("storm/1")).length).toBeGreaterThanOrEqual(200);
  await copy.close();
});

test("a backup takes no file's place", async () => {
  const file = join(folder, "store.db");
  await expect(backupStore(file, file)).rejects.toMatchObject({ code: "STORE_BACKUP_EXISTS" });
});

test("a backup of what is no store leaves nothing behind", async () => {
  const target = join(folder, "none.db");
  await expect(backupStore(join(folder, "missing.db"), target)).rejects.toMatchObject({ code: "STORE_UNWRITABLE" });
  expect([target, `${target}.unfinished`].filter((name) => existsSync(name))).toEqual([]);
});
