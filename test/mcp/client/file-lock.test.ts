import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withFileLock } from "../../../src/mcp/client/file-lock.ts";

let folder: string;
const never = new AbortController().signal;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sopwith-lock-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

test("lets one after the other in, and leaves nothing", async () => {
  const lock = join(folder, "lock");
  let inside = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    inside += 1;
    most = Math.max(most, inside);
    await new Promise(setImmediate);
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 5 }, async () => await withFileLock(lock, work, never)));
  expect(most).toBe(1);
  expect(await readdir(folder)).toStrictEqual([]);
});

test("counts right across processes", { timeout: 60_000 }, async () => {
  const program = `
    import { readFile, writeFile } from "node:fs/promises";
    import { withFileLock } from ${JSON.stringify(new URL("../../../src/mcp/client/file-lock.ts", import.meta.url).href)};
    const file = process.argv[1];
    for (let round = 0; round < 10; round += 1)
      await withFileLock(file + ".lock", async () => {
        await writeFile(file, String(Number(await readFile(file, "utf8")) + 1));
      }, new AbortController().signal);
  `;
  const count = join(folder, "count");
  await writeFile(count, "0");
  const children = Array.from({ length: 3 }, () =>
    spawn(process.execPath, ["--input-type=module", "-e", program, count], { stdio: "inherit" }),
  );
  await Promise.all(children.map(async (child) => await once(child, "exit")));
  expect(await readFile(count, "utf8")).toBe("30");
});

test("takes over a lock whose process is gone", async () => {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  const lock = join(folder, "lock");
  await writeFile(lock, `${child.pid} gone`);
  expect(await withFileLock(lock, () => Promise.resolve("in"), never)).toBe("in");
});

test("takes over a lock that nobody can still mean", async () => {
  const lock = join(folder, "lock");
  await writeFile(lock, `${process.pid} old`);
  await utimes(lock, 1, 1);
  expect(await withFileLock(lock, () => Promise.resolve("in"), never)).toBe("in");
});

test("stops waiting with its signal", async () => {
  const lock = join(folder, "lock");
  await writeFile(lock, `${process.pid} live`);
  const stop = new AbortController();
  const waiting = withFileLock(lock, () => Promise.resolve(), stop.signal);
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
});
