import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { checkStore } from "../../src/store/check-store.ts";
import { MIGRATIONS } from "../../src/store/sqlite-schema.ts";
import { createSqliteStore } from "../../src/store/sqlite-store.ts";
import { turnRow } from "./store-rows.ts";

const folder = mkdtempSync(join(tmpdir(), "sopwith-check-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("finds no fault with a store that is not there yet, and does not make it", () => {
  const file = join(folder, "none.db");
  const expected = { file, exists: false, sizeBytes: 0, schemaVersion: 0, diagnostics: [] };
  expect(checkStore(file)).toEqual(expected);
  expect(checkStore(file)).toEqual(expected);
});

test("finds no fault with a sound store, open or closed", async () => {
  const file = join(folder, "sound.db");
  const store = createSqliteStore({ file });
  await store.putTurn(turnRow(0));
  expect(checkStore(file)).toMatchObject({ exists: true, schemaVersion: MIGRATIONS.length, diagnostics: [] });
  await store.close();
  const sizeBytes = statSync(file).size;
  expect(checkStore(file)).toEqual({
    file,
    exists: true,
    sizeBytes,
    schemaVersion: MIGRATIONS.length,
    diagnostics: [],
  });
});

test("reports a folder in the file's place", () => {
  expect(checkStore(folder).diagnostics).toMatchObject([{ code: "STORE_UNWRITABLE", severity: "error" }]);
});
