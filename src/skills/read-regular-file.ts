import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { isSameStamp, isSettled, toStamp, type FileStamp } from "./file-stamp.ts";

/** What a file held, and the stamp that tells whether it has changed since. */
export type FileReading =
  | { readonly kind: "read"; readonly bytes: Buffer; readonly size: number; readonly stamp: FileStamp }
  | { readonly kind: "too-large"; readonly size: number }
  | { readonly kind: "not-a-file" };

/** How much is read. */
export interface ReadLimits {
  /** Files above this many bytes are not read. */
  readonly maxBytes: number;
  /** Only so many bytes from the start are read. @default all */
  readonly headBytes?: number;
  /** Where the bytes are put, if they fit; they stay until the next reading into it. @default memory of their own */
  readonly into?: Buffer;
}

/**
 * Reads a regular file. A pipe or a device is told, never waited for. A file that somebody writes to meanwhile is read
 * again, at most three times, so that half a save is not taken for the file; one that was quiet for two seconds before
 * and gives as many bytes as it has is not looked at a second time. Synchronous, since five trips through the thread pool
 * cost many times what reading a small file costs.
 *
 * @throws Node's own error where the file is missing or may not be read
 */
export function readRegularFile(path: string, limits: ReadLimits): FileReading {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    for (let attempt = 1; ; attempt += 1) {
      const before = fstatSync(file);
      const { size } = before;
      if (!before.isFile()) return { kind: "not-a-file" };
      if (size > limits.maxBytes) return { kind: "too-large", size };
      const length = Math.min(size, limits.headBytes ?? size);
      const bytes = readStart(file, length, limits.into);
      const stamp = toStamp(before);
      const isQuiet = bytes.length === length && isSettled(stamp);
      if (isQuiet || attempt === 3 || isSameStamp(toStamp(fstatSync(file)), stamp))
        return { kind: "read", bytes, size, stamp };
    }
  } finally {
    closeSync(file);
  }
}

function readStart(file: number, length: number, into: Buffer | undefined): Buffer {
  const bytes = into && into.length >= length ? into : Buffer.allocUnsafe(length);
  let filled = readSync(file, bytes, 0, length, 0);
  while (filled < length) {
    const bytesRead = readSync(file, bytes, filled, length - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}
