import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

/** A lock older than this is nobody's, in ms: what is done under it has shorter limits of its own. */
const longestHoldMs = 90_000;
/** Between two looks at a lock that somebody else has, in ms. */
const lookAgainMs = 50;

/**
 * Runs `work` while `file` is ours alone among all processes of this machine. A lock whose process is gone is taken
 * over. The folder of `file` must exist.
 */
export async function withFileLock<Value>(
  file: string,
  work: () => Promise<Value>,
  signal: AbortSignal,
): Promise<Value> {
  const mark = `${process.pid} ${randomUUID()}`;
  while (!(await tryTake(file, mark))) {
    signal.throwIfAborted();
    if (!(await removeIfStale(file))) await wait(lookAgainMs, undefined, { signal });
  }
  try {
    return await work();
  } finally {
    if ((await markOf(file)) === mark) await rm(file, { force: true });
  }
}

/** The mark is written aside and linked, so that a lock is never seen without one. */
async function tryTake(file: string, mark: string): Promise<boolean> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, mark, { flag: "wx", mode: 0o600 });
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return false;
  } finally {
    await rm(draft, { force: true });
  }
}

async function removeIfStale(file: string): Promise<boolean> {
  const mark = await markOf(file);
  if (mark === undefined) return true;
  if (isAlive(Number(mark.split(" ")[0])) && !(await isOld(file))) return false;
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
    // Somebody else was quicker and this is their new lock: it goes back.
    if ((await markOf(aside)) !== mark) await link(aside, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "EEXIST") throw error;
  } finally {
    await rm(aside, { force: true });
  }
  return true;
}

async function markOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

async function isOld(file: string): Promise<boolean> {
  try {
    return Date.now() - (await stat(file)).mtimeMs > longestHoldMs;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
