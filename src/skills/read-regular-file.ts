import { closeSync, constants, fstatSync, openSync, readSync, statSync, type BigIntStats } from "node:fs";

/** What a file held, and the key that tells whether it has changed since. */
export type FileReading =
  | { readonly kind: "read"; readonly bytes: Buffer; readonly size: number; readonly key: string }
  | { readonly kind: "too-large"; readonly size: number }
  | { readonly kind: "not-a-file" };

/** How much is read. */
export interface ReadLimits {
  /** Files above this many bytes are not read. */
  readonly maxBytes: number;
  /** Only so many bytes from the start are read. @default all */
  readonly headBytes?: number;
}

/**
 * Reads a regular file. A pipe or a device is told, never waited for. A file that somebody writes to meanwhile is read
 * again, at most three times, so that half a save is not taken for the file. Synchronous, since five trips through the
 * thread pool cost many times what reading a small file costs.
 *
 * @throws Node's own error where the file is missing or may not be read
 */
export function readRegularFile(path: string, limits: ReadLimits): FileReading {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    for (let attempt = 1; ; attempt += 1) {
      const before = fstatSync(file, { bigint: true });
      const size = Number(before.size);
      if (!before.isFile()) return { kind: "not-a-file" };
      if (size > limits.maxBytes) return { kind: "too-large", size };
      const bytes = readStart(file, Math.min(size, limits.headBytes ?? size));
      const key = keyOf(before);
      const after = fstatSync(file, { bigint: true });
      if (attempt === 3 || keyOf(after) === key) return { kind: "read", bytes, size, key };
    }
  } finally {
    closeSync(file);
  }
}

/** The key of a file as it is now: modification time, size and inode. Undefined where it cannot be looked at. */
export function fileKey(path: string): string | undefined {
  try {
    return keyOf(statSync(path, { bigint: true }));
  } catch {
    return undefined;
  }
}

function readStart(file: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const bytesRead = readSync(file, bytes, filled, length - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

function keyOf(stats: BigIntStats): string {
  return `${stats.mtimeNs}:${stats.size}:${stats.ino}`;
}
