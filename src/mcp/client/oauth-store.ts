import { createHash, randomUUID } from "node:crypto";
import { chmod, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Awaitable } from "../../base/awaitable.ts";
import { withFileLock } from "./file-lock.ts";
import { authStoreUnusable } from "./oauth-errors.ts";
import { emptyRecord, type OAuthRecord, parseOAuthRecord } from "./oauth-record.ts";

/** Where the sign-ins at one MCP server are kept. */
export interface OAuthStore {
  read(): Promise<OAuthRecord>;
  write(record: OAuthRecord): Promise<void>;
  /** Runs `work` while nobody else does, in no other process either. */
  exclusive<Value>(work: () => Promise<Value>, signal: AbortSignal): Promise<Value>;
}

/**
 * Keeps the sign-ins of one server at one URL in a file of mode 0600, in a folder of mode 0700. A changed URL begins
 * anew: tokens never go to another address.
 *
 * @throws `MCP_AUTH_STORE` from its functions
 */
export function createOAuthFile(folder: string, server: string, url: string): OAuthStore {
  const hash = createHash("sha256").update(`${server}\n${url}`).digest("hex").slice(0, 16);
  const file = join(folder, `${server.replaceAll(/[^\w-]/g, "_").slice(0, 40)}-${hash}.json`);
  const guarded = async <Value>(work: () => Awaitable<Value>): Promise<Value> => {
    try {
      return await work();
    } catch (error) {
      throw authStoreUnusable(file, error);
    }
  };
  return {
    read: async () => await guarded(async () => await readRecord(file)),
    write: async (record) => await guarded(async () => await replaceFile(file, `${JSON.stringify(record, null, 2)}\n`)),
    exclusive: async (work, signal) => {
      await guarded(async () => await mkdir(folder, { recursive: true, mode: 0o700 }));
      return await withFileLock(`${file}.lock`, work, signal);
    },
  };
}

/** Keeps the sign-ins of one server for this process only. */
export function createOAuthMemory(): OAuthStore {
  let kept = emptyRecord;
  let last: Promise<unknown> = Promise.resolve();
  return {
    read: () => Promise.resolve(kept),
    write: (record) => {
      kept = record;
      return Promise.resolve();
    },
    exclusive: async (work) => {
      const turn = last.then(work, work);
      last = turn.catch(() => undefined);
      return await turn;
    },
  };
}

async function readRecord(file: string): Promise<OAuthRecord> {
  try {
    return parseOAuthRecord(await readFile(file, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return emptyRecord;
    throw error;
  }
}

/** A reader sees the old text or the new one, also when we die in between. */
async function replaceFile(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  try {
    const handle = await open(draft, "wx", 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await chmod(draft, 0o600);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
