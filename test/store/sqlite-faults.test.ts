import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { formatError, isSopwithError, type SopwithError } from "../../src/base/errors.ts";
import { checkStore } from "../../src/store/check-store.ts";
import { openSqliteConnection } from "../../src/store/sqlite-connection.ts";
import { MIGRATIONS } from "../../src/store/sqlite-schema.ts";
import { createSqliteStore } from "../../src/store/sqlite-store.ts";
import { callRow, runRow, turnRow, visit } from "./store-rows.ts";

const root = mkdtempSync(join(tmpdir(), "sopwith-faults-"));
afterAll(() => rmSync(root, { recursive: true }));
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(root, "case-"));
  file = join(folder, "store.db");
});

describe("a locked store", () => {
  test("says so and works again when the lock is gone; reading goes on meanwhile", async () => {
    const store = createSqliteStore({ file, busyTimeoutMs: 1 });
    await store.putTurn(turnRow(0));
    const other = new DatabaseSync(file);
    other.exec("BEGIN IMMEDIATE");
    const writes = [
      () => store.putTurn(turnRow(1)),
      () => store.putCall(callRow("c1"), true),
      () => store.putRun(runRow()),
      () => store.takeLease("storm", "a", { ttlMs: 1, now: 0 }),
    ];
    expect(writes.map((write) => caught(write).code)).toEqual(writes.map(() => "STORE_LOCKED"));
    expect(formatError(caught(writes[0]!))).toBe(
      [
        `STORE_LOCKED  The store ${file} is locked: another program kept it busy for more than 1 ms.`,
        `  at ${file}`,
        "  Seen: database is locked",
        "  Wait for it, or close the program that holds the file: another sopwith, a database browser, a backup.",
      ].join("\n"),
    );
    expect(await store.turns(visit)).toEqual([turnRow(0)]);
    other.close();
    for (const write of writes) await write();
    expect(await store.turns(visit)).toEqual([turnRow(0), turnRow(1)]);
    await store.close();
  });
});

describe("a corrupt store", () => {
  test("that is no database is refused and left alone", () => {
    writeFileSync(file, "not a database, but long enough to have a header of its own");
    const error = caught(() => createSqliteStore({ file }).threads());
    expect(error).toMatchObject({ code: "STORE_CORRUPT", details: ["Seen: file is not a database"], where: { file } });
    expect(readFileSync(file, "utf8")).toMatch(/^not a database/);
    expect(checkStore(file).diagnostics.map(({ code }) => code)).toEqual(["STORE_CORRUPT"]);
  });

  test("whose pages were overwritten says so where it is read, and to a check", async () => {
    const store = createSqliteStore({ file });
    for (let turn = 0; turn < 200; turn += 1) await store.putTurn(turnRow(turn));
    await store.close();
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0x5a, 4096 * 2));
    expect(caught(() => createSqliteStore({ file }).runTurns("storm/1")).code).toBe("STORE_CORRUPT");
    expect(new Set(checkStore(file).diagnostics.map(({ code }) => code))).toEqual(new Set(["STORE_CORRUPT"]));
  });

  test("with a row that is no JSON says so", async () => {
    const store = createSqliteStore({ file });
    await store.putCall(callRow("c1"), false);
    const other = new DatabaseSync(file);
    other.exec("UPDATE calls SET row = '{\"id'");
    other.close();
    expect(caught(() => store.call("c1")).code).toBe("STORE_CORRUPT");
    await store.close();
  });
});

test("a store of a newer release is refused and left alone", async () => {
  await createAndClose();
  const newer = new DatabaseSync(file);
  newer.exec("PRAGMA user_version = 99");
  newer.close();
  expect(caught(() => createSqliteStore({ file }).threads())).toMatchObject({
    code: "STORE_NEWER",
    details: [`Seen: schema version 99; expected: at most ${MIGRATIONS.length}.`],
    data: { found: 99, known: MIGRATIONS.length },
  });
  expect(checkStore(file)).toMatchObject({ schemaVersion: 99, diagnostics: [{ code: "STORE_NEWER" }] });
});

test("a database of another program is refused and left alone", () => {
  const other = new DatabaseSync(file);
  other.exec("CREATE TABLE bookmarks (url TEXT); PRAGMA user_version = 1");
  expect(caught(() => createSqliteStore({ file }).threads()).code).toBe("STORE_FOREIGN");
  expect(other.prepare("SELECT name FROM sqlite_schema").all()).toEqual([{ name: "bookmarks" }]);
  other.close();
});

describe("a store that cannot be written", () => {
  test("because the path is a folder", () => {
    mkdirSync(file);
    expect(caught(() => createSqliteStore({ file }).threads())).toMatchObject({
      code: "STORE_UNWRITABLE",
      message: `The store ${file} cannot be opened for writing.`,
      details: [expect.stringContaining("EISDIR")],
    });
  });

  test("because its folder is a file", () => {
    writeFileSync(file, "");
    const below = createSqliteStore({ file: join(file, "store.db") });
    expect(caught(() => below.threads()).code).toBe("STORE_UNWRITABLE");
  });

  test.each([
    ["the folder is read-only", async () => {}],
    ["file and folder are read-only", () => createAndClose().then(() => chmodSync(file, 0o444))],
  ])("because %s", async (_why, prepare) => {
    await prepare();
    chmodSync(folder, 0o555);
    chmodSync(root, 0o755);
    const output = execFileSync(process.execPath, [
      fileURLToPath(new URL("read-only-child.ts", import.meta.url)),
      file,
    ]);
    expect(output.toString()).toMatch(/^STORE_UNWRITABLE {2}.*\n.*\n {2}Seen: EACCES/);
  });

  test("because the disk is full, and keeps what was there", () => {
    const connection = openSqliteConnection({ file, busyTimeoutMs: 1 });
    connection.script("CREATE TABLE notes (text); INSERT INTO notes VALUES ('kept'); PRAGMA max_page_count = 3");
    const fill = (): void => {
      connection.transaction(() => connection.run("INSERT INTO notes VALUES (?)", "x".repeat(100_000)));
    };
    expect(caught(fill)).toMatchObject({ code: "STORE_UNWRITABLE", details: ["Seen: database or disk is full"] });
    connection.transaction(() => connection.run("INSERT INTO notes VALUES ('small')"));
    expect(connection.all("SELECT text FROM notes").map((row) => row["text"])).toEqual(["kept", "small"]);
    connection.close();
  });
});

test("a store whose file others may read is closed to them", async () => {
  await createAndClose();
  chmodSync(file, 0o644);
  await createAndClose();
  expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
});

async function createAndClose(): Promise<void> {
  const store = createSqliteStore({ file });
  await store.threads();
  await store.close();
}

function caught(work: () => unknown): SopwithError {
  try {
    work();
  } catch (error) {
    if (isSopwithError(error)) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}
