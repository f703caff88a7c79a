import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createSqliteDatabase } from "../../src/store/sqlite-database.ts";

const folder = mkdtempSync(join(tmpdir(), "sopwith-database-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("flushes each commit of the durable connection, and only of that", () => {
  const database = createSqliteDatabase(join(folder, "store.db"), 1234);
  const settings = [database.normal(), database.durable()].map((connection) => ({
    ...connection.get("PRAGMA journal_mode"),
    ...connection.get("PRAGMA synchronous"),
    ...connection.get("PRAGMA busy_timeout"),
  }));
  expect(settings).toEqual([
    { journal_mode: "wal", synchronous: 1, timeout: 1234 },
    { journal_mode: "wal", synchronous: 2, timeout: 1234 },
  ]);
  database.close();
});

test("opens each connection once", () => {
  const database = createSqliteDatabase(join(folder, "once.db"), 1);
  expect(database.normal()).toBe(database.normal());
  expect(database.durable()).toBe(database.durable());
  expect(database.durable()).not.toBe(database.normal());
  database.close();
});
