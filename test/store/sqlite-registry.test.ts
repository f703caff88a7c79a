import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { findAuditBreak } from "../../src/store/audit-chain.ts";
import { backupStore } from "../../src/store/backup-store.ts";
import { checkStore } from "../../src/store/check-store.ts";
import { createSqliteStore } from "../../src/store/sqlite-store.ts";
import { registryChange } from "./registry.contract.ts";
import { killWhileWriting, race } from "./store-children.ts";

const folder = mkdtempSync(join(tmpdir(), "sopwith-registry-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("of two processes that change at once each change is made over the newest one", async () => {
  const file = join(folder, "race.db");
  const results = await race("changeRegistry", file);
  const store = createSqliteStore({ file });
  const history = await store.registryHistory(1000);
  expect(history.map(({ generation }) => generation)).toEqual(Array.from({ length: 100 }, (_, index) => 100 - index));
  for (const { me, done: mine } of results)
    expect(history.filter(({ by }) => by === me).map(({ generation }) => String(generation))).toEqual(
      mine.toReversed(),
    );
  const audit = await store.audit();
  expect(audit).toHaveLength(100);
  expect(findAuditBreak(audit)).toBeUndefined();
  await store.close();
});

test("a process that is killed in the middle of changes leaves whole ones, with their audit entries", async () => {
  const file = join(folder, "killed.db");
  const written = await killWhileWriting("changeForever", file, 20);
  expect(checkStore(file).diagnostics).toEqual([]);
  const store = createSqliteStore({ file });
  const newest = (await store.registry())!.generation;
  expect(newest).toBeGreaterThanOrEqual(written);
  expect(await store.registryHistory(1e6)).toHaveLength(newest);
  expect(await store.audit({ limit: 1e6 })).toHaveLength(newest);
  await store.close();
});

test("a backup has the registry", async () => {
  const store = createSqliteStore({ file: join(folder, "whole.db") });
  await store.changeRegistry(registryChange(1), 0);
  await backupStore(join(folder, "whole.db"), join(folder, "copy.db"));
  await store.close();
  const copy = createSqliteStore({ file: join(folder, "copy.db") });
  expect(await copy.registry()).toEqual(registryChange(1));
  await copy.close();
});

test("says that its file was taken away, in place of reading what nobody else sees", async () => {
  const file = join(folder, "moved.db");
  const store = createSqliteStore({ file });
  await store.changeRegistry(registryChange(1), 0);
  renameSync(file, `${file}.old`);
  expect(() => store.registry()).toThrow(expect.objectContaining({ code: "STORE_GONE" }));
  expect(() => store.changeRegistry(registryChange(2), 1)).toThrow(expect.objectContaining({ code: "STORE_GONE" }));
  renameSync(`${file}.old`, file);
  expect(await store.registry()).toEqual(registryChange(1));
  await store.close();
});
