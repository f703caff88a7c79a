import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { isSettled, toStamp, type FileStamp } from "./file-stamp.ts";

/**
 * The text of a regular file that is short, plain UTF-8, and that nobody has written to lately, read in as few steps as
 * that takes. `undefined` for every other file, and for one that cannot be read: why, is found out by the careful reading.
 */
export function readQuietText(path: string): { readonly text: string; readonly stamp: FileStamp } | undefined {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch {
    return undefined;
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > maxBytes) return undefined;
    scratch ??= Buffer.alloc(maxBytes);
    const isWhole = readSync(file, scratch, 0, stats.size, 0) === stats.size;
    const stamp = toStamp(stats);
    if (!isWhole || !isSettled(stamp)) return undefined;
    const text = scratch.toString("utf8", 0, stats.size);
    return text.includes(replacement) ? undefined : { text, stamp };
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}

const maxBytes = 64 * 1024;
/** One for all readings: each is decoded before the next begins. */
let scratch: Buffer | undefined;
/** Stands for bytes that are no UTF-8. */
const replacement = "\uFFFD";
