import { messageOf, SopwithError } from "../base/errors.ts";
import type { Fence, Lease } from "./run-store.ts";

/** Another program kept the file busy for longer than the store waits. */
export function storeLocked(file: string, waitedMs: number, cause: unknown): SopwithError {
  return new SopwithError({
    code: "STORE_LOCKED",
    message: `The store ${file} is locked: another program kept it busy for more than ${waitedMs} ms.`,
    where: { file },
    details: [seen(cause)],
    hint: "Wait for it, or close the program that holds the file: another sopwith, a database browser, a backup.",
    cause,
  });
}

/** The file is no database, or a damaged one. */
export function storeCorrupt(file: string, cause: unknown): SopwithError {
  return new SopwithError({
    code: "STORE_CORRUPT",
    message: `The store ${file} cannot be read: it is damaged, or no SQLite database.`,
    where: { file },
    details: [seen(cause)],
    hint: "Put a backup in its place, or move the file away together with its -wal and -shm files to start with an empty store.",
    cause,
  });
}

/** The file is a sound database of another program; nothing was written to it. */
export function storeForeign(file: string, applicationId: number): SopwithError {
  return new SopwithError({
    code: "STORE_FOREIGN",
    message: `The file ${file} is a database of another program, so it is not used as a store.`,
    where: { file },
    details: [`Seen: application id ${applicationId} and tables of its own; expected: an empty file or a store.`],
    hint: "Name another file for the store.",
  });
}

/** The file was written by a later release, whose tables this one does not know. */
export function storeNewer(file: string, found: number, known: number): SopwithError {
  return new SopwithError({
    code: "STORE_NEWER",
    message: `The store ${file} was written by a newer release of Sopwith.`,
    where: { file },
    details: [`Seen: schema version ${found}; expected: at most ${known}.`],
    hint: "Update Sopwith, or name another file for the store.",
    data: { found, known },
  });
}

/** The file or its folder cannot be made or written: rights, a read-only or full disk, a folder in its place. */
export function storeUnwritable(file: string, cause: unknown): SopwithError {
  return new SopwithError({
    code: "STORE_UNWRITABLE",
    message: `The store ${file} cannot be opened for writing.`,
    where: { file },
    details: [seen(cause)],
    hint: "Name a file in a folder that you may write to, on a disk with free space, or use the memory store.",
    cause,
  });
}

/** A backup never takes the place of a file. */
export function backupExists(file: string): SopwithError {
  return new SopwithError({
    code: "STORE_BACKUP_EXISTS",
    message: `There is a file ${file} already, and a backup replaces none.`,
    where: { file },
    hint: "Name another file.",
  });
}

/** The file was taken away while it was open: what is written to it now, nobody will find. */
export function storeGone(file: string): SopwithError {
  return new SopwithError({
    code: "STORE_GONE",
    message: `The store ${file} was removed or replaced while this process had it open.`,
    where: { file },
    hint: "Start this process again: it then opens the file that is there.",
  });
}

/** A store was used after its `close`. */
export function storeClosed(file: string): SopwithError {
  return new SopwithError({
    code: "STORE_CLOSED",
    message: `The store ${file} was used after it had been closed.`,
    where: { file },
    hint: "Close a store only when every run on it has ended or waits.",
  });
}

/** Somebody else has had the thread since this process took it, so what this process writes no longer counts. */
export function leaseLost({ thread, epoch }: Fence, holder: Lease | undefined): SopwithError {
  return new SopwithError({
    code: "LEASE_LOST",
    message: `This process has lost thread "${thread}": ${holder ? `${holder.owner} works on it now` : "another process has worked on it since"}.`,
    details: [`Its hold was number ${epoch}${holder ? `; the newest is number ${holder.epoch}` : ""}.`],
    hint: "Nothing was written. The other process goes on from what is on record; look at it with `npx sopwith threads show`.",
    data: { thread, epoch, ...(holder && { owner: holder.owner }) },
  });
}

/** A checkpoint was handed over without the name it must be kept under. */
export function checkpointKeyMissing(field: "thread_id" | "checkpoint_id"): SopwithError {
  return new SopwithError({
    code: "STORE_CHECKPOINT_KEY",
    message: `A checkpoint cannot be stored without a name: configurable.${field} is missing or no text.`,
    hint: `Call the graph with { configurable: { ${field}: "..." } }.`,
  });
}

/** The config shares something over Redis, and the package that speaks to it is not installed. */
export function redisMissing(cause: unknown): SopwithError {
  return new SopwithError({
    code: "REDIS_MISSING",
    message: "Breakers are to be shared over Redis, and the package @redis/client is not installed.",
    hint: "Run: npm install @redis/client",
    cause,
  });
}

function seen(cause: unknown): string {
  return `Seen: ${messageOf(cause)}`;
}
