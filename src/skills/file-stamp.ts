import { statSync, type Stats } from "node:fs";

/** What tells one state of a file or folder from another without reading it. */
export interface FileStamp {
  readonly mtimeMs: number;
  readonly size: number;
  readonly ino: number;
}

/** The stamp in a file's facts. */
export function toStamp({ mtimeMs, size, ino }: Stats): FileStamp {
  return { mtimeMs, size, ino };
}

/** The stamp of a file or folder as it is now, links followed. Undefined where it cannot be looked at. */
export function stampOf(path: string): FileStamp | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats && toStamp(stats);
  } catch {
    return undefined;
  }
}

/** True when both are known and the same. */
export function isSameStamp(one: FileStamp | undefined, other: FileStamp | undefined): boolean {
  return one !== undefined && one.mtimeMs === other?.mtimeMs && one.size === other.size && one.ino === other.ino;
}

/**
 * False for a stamp so young that another write could leave the very same one: clocks of file systems are as coarse as two
 * seconds. What was read with such a stamp has to be read again.
 */
export function isSettled(stamp: FileStamp, now: number = Date.now()): boolean {
  return now - stamp.mtimeMs > 2000;
}
