import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { readRegistryCopy, registryCopyFile } from "../../../src/project/registry/registry-copy.ts";
import { createRegistryCache, type RegistryCache } from "../../../src/project/registry/registry-cache.ts";
import type { RegistryView } from "../../../src/project/registry/registry-view.ts";
import { createMemoryStore } from "../../../src/store/memory-store.ts";
import type { RunStore } from "../../../src/store/run-store.ts";
import { createSqliteStore } from "../../../src/store/sqlite-store.ts";
import { root } from "../temporary-project.ts";
import { registryChange } from "../../store/registry.contract.ts";

const base = mkdtempSync(join(tmpdir(), "sopwith-cache-"));
afterAll(() => rmSync(base, { recursive: true }));
let folders = 0;

interface Place {
  readonly folder: string;
  readonly file: string;
  /** Stores of one process each; they are closed after the test. */
  readonly open: () => RunStore;
  readonly cache: (store?: RunStore) => RegistryCache;
}

function place(): Place {
  const folder = join(base, String((folders += 1)));
  const file = join(folder, ".sopwith", "sopwith.db");
  const open = (): RunStore => {
    const store = createSqliteStore({ file, busyTimeoutMs: 1 });
    onTestFinished(() => void store.close());
    return store;
  };
  const cache = (store = open()): RegistryCache =>
    createRegistryCache({ folder, storeName: file, openStore: () => Promise.resolve(store) });
  return { folder, file, open, cache };
}

describe("a cache", () => {
  test("has what another process wrote after its next pull, and tells of it once", async () => {
    const { open, cache } = place();
    const [reader, writer] = [cache(), open()];
    expect(await reader.pull()).toMatchObject({ generation: 0, content: { toolsets: {}, routes: [], tools: {} } });
    const told: RegistryView[] = [];
    const end = reader.onChange((view) => told.push(view));
    await writer.changeRegistry(registryChange(1), 0);
    await reader.pull();
    await reader.pull();
    expect(told).toEqual([expect.objectContaining({ generation: 1, content: registryChange(1).content })]);
    end();
    await writer.changeRegistry(registryChange(2), 1);
    await reader.pull();
    expect(told).toHaveLength(1);
    expect(reader.view()).toMatchObject({ generation: 2 });
  });

  test("reads once for those who ask at once", async () => {
    const { cache } = place();
    const reader = cache();
    const [one, two] = await Promise.all([reader.pull(), reader.pull()]);
    expect(two).toBe(one);
  });

  test("keeps no copy of a store that ends with the process", async () => {
    const { folder } = place();
    const store = createMemoryStore();
    const cache = createRegistryCache({ folder, storeName: "memory", openStore: () => Promise.resolve(store) });
    await store.changeRegistry(registryChange(1), 0);
    expect(await cache.pull()).toMatchObject({ generation: 1 });
    expect(await readRegistryCopy(registryCopyFile(folder), "memory")).toBeUndefined();
  });

  test.each([
    ["no JSON", "{"],
    ["no copy", '{"store":"s","generation":1,"asOf":"2026-01-01","content":{"toolsets":{"pay":"yes"}}}'],
  ])(
    "refuses a copy that is %s where the store says nothing, and writes it anew where it does",
    async (_what, text) => {
      const { folder, file, open } = place();
      const store = open();
      mkdirSync(join(folder, ".sopwith"), { recursive: true });
      writeFileSync(registryCopyFile(folder), text);
      const cache = (): RegistryCache =>
        createRegistryCache({ folder, storeName: file, openStore: () => Promise.resolve(store) });
      await expect(cache().pull()).rejects.toMatchObject({ code: "REGISTRY_COPY" });
      await store.changeRegistry(registryChange(1), 0);
      expect(await cache().pull()).toMatchObject({ generation: 1 });
      expect(await readRegistryCopy(registryCopyFile(folder), file)).toMatchObject({ generation: 1 });
    },
  );

  test("makes no store for looking, and falls back on nothing where nothing was ever known", async () => {
    const { folder, file } = place();
    const cache = createRegistryCache({ folder, storeName: file, openStore: () => Promise.resolve(undefined) });
    expect(await cache.pull()).toEqual({
      generation: 0,
      content: { toolsets: {}, routes: [], tools: {} },
      asOf: expect.any(String) as string,
    });
  });
});

describe("when the store cannot be read", () => {
  async function known(): Promise<Place> {
    const here = place();
    const store = here.open();
    await store.changeRegistry(registryChange(1), 0);
    await here.cache(store).pull();
    await store.close();
    return here;
  }

  test("since another program holds it, the copy goes on, and the store holds again afterwards", async () => {
    const { file, cache } = await known();
    const holder = new DatabaseSync(file);
    holder.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
    const reader = cache();
    expect(await reader.pull()).toMatchObject({
      generation: 1,
      content: registryChange(1).content,
      stale: { code: "STORE_LOCKED" },
    });
    holder.exec("ROLLBACK");
    holder.close();
    expect(await reader.pull()).not.toHaveProperty("stale");
  });

  test("to write, since another program writes just now, it can be read all the same", async () => {
    const { file, cache, open } = await known();
    const store = open();
    const reader = cache(store);
    await reader.pull();
    const holder = new DatabaseSync(file);
    holder.exec("BEGIN EXCLUSIVE");
    expect(await reader.pull()).not.toHaveProperty("stale");
    expect(() => store.changeRegistry(registryChange(2), 1)).toThrow(expect.objectContaining({ code: "STORE_LOCKED" }));
    holder.exec("ROLLBACK");
    holder.close();
    expect(await store.changeRegistry(registryChange(2), 1)).toBe(true);
    expect(await reader.pull()).toMatchObject({ generation: 2 });
  });

  test("since it is damaged from the start, the copy goes on", async () => {
    const { file, cache } = await known();
    writeFileSync(file, "no database");
    expect(await cache().pull()).toMatchObject({ generation: 1, stale: { code: "STORE_CORRUPT" } });
  });

  test("since it was taken away while it was open, what was pulled last goes on, however the copy looks", async () => {
    const { folder, file, cache } = await known();
    const reader = cache();
    await reader.pull();
    renameSync(file, `${file}.old`);
    writeFileSync(registryCopyFile(folder), "{");
    const asOf = reader.view().asOf;
    expect(await reader.pull()).toMatchObject({ generation: 1, asOf, stale: { code: "STORE_GONE" } });
    renameSync(`${file}.old`, file);
    expect(await reader.pull()).not.toHaveProperty("stale");
  });

  test.each([
    ["there is no copy", undefined],
    ["the copy was cut off", '{"store":'],
    [
      "the copy is of another store",
      '{"store":"/other.db","generation":1,"asOf":"2026-05-01T10:00:00.000Z","content":{}}',
    ],
    ["the copy says what nobody understands", "broken content"],
  ])("and %s, that is an error", async (_, text) => {
    const { folder, file, cache } = await known();
    writeFileSync(file, "no database");
    const copyFile = registryCopyFile(folder);
    if (text === undefined) rmSync(copyFile);
    else if (text === "broken content")
      writeFileSync(copyFile, readFileSync(copyFile, "utf8").replace('"routes": []', '"routes": [1]'));
    else writeFileSync(copyFile, text);
    await expect(cache().pull()).rejects.toMatchObject({ code: "STORE_CORRUPT" });
  });
});

test("a process that is killed while it writes copies leaves a whole one", async () => {
  const { folder } = place();
  const file = registryCopyFile(folder);
  const script = `
    import { writeRegistryCopy } from ${JSON.stringify(join(root, "src/project/registry/registry-copy.ts"))};
    const tools = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => ["a/tool_" + index, { off: true }]));
    for (let generation = 1; ; generation += 1) {
      const content = { toolsets: {}, routes: [], tools };
      await writeRegistryCopy(${JSON.stringify(file)}, { store: "s", generation, asOf: "2026-05-01T10:00:00.000Z", content });
      if (generation === 20) process.stdout.write("go on");
    }`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "exit");
  const copy = await readRegistryCopy(file, "s");
  expect(copy?.generation).toBeGreaterThanOrEqual(20);
  expect(Object.keys(copy!.content.tools)).toHaveLength(2000);
  expect(readdirSync(join(folder, ".sopwith")).length).toBeLessThanOrEqual(2);
});
