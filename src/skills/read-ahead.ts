import { close, closeSync, constants, open, openSync, read, readSync } from "node:fs";

/** Reads files into the system's memory shortly before they are read in earnest. */
export interface ReadAhead {
  /** So many files are read; the next ones are fetched while the reader lets other work go on. */
  reached(count: number): void;
}

/** With fewer files there is nothing to gain. */
const worthwhile = 64;

/** A file that the system has in memory is opened and read in a fifth of this, in ms; a disk takes at least as long. */
const slowMs = 0.05;

/** How many files are fetched at a time, and how far before the reader at most. */
const lanes = 64;
const reach = 256;

/** What is fetched of a file; the system itself reads on a little further. */
const startBytes = 16 * 1024;

/**
 * Fetches files that are about to be read one after the other, where they come from a disk and not from the system's
 * memory: the disk then works while the files before are parsed. Where a look at a few of them is quick, nothing is done;
 * `isSlow` says so instead, if it is given.
 */
export function createReadAhead(
  files: readonly string[],
  isSlow: (files: readonly string[]) => boolean = isOnDisk,
): ReadAhead {
  if (files.length < worthwhile || !isSlow(files)) return { reached: () => {} };
  const spare: Buffer[] = [];
  let next = 0;
  let inFlight = 0;
  let position = 0;
  const fill = (): void => {
    for (
      next = Math.max(next, position);
      inFlight < lanes && next < Math.min(files.length, position + reach);
      next += 1
    ) {
      inFlight += 1;
      const buffer = spare.pop() ?? Buffer.allocUnsafe(startBytes);
      fetchStart(files[next]!, buffer, () => {
        inFlight -= 1;
        spare.push(buffer);
        fill();
      });
    }
  };
  fill();
  return {
    reached: (count) => {
      position = count;
      fill();
    },
  };
}

/** What goes wrong here goes wrong for the reader as well, who tells it. */
function fetchStart(path: string, buffer: Buffer, onEnd: () => void): void {
  open(path, flags, (fault, file) => {
    if (fault) return onEnd();
    read(file, buffer, 0, buffer.length, 0, () => close(file, onEnd));
  });
}

/** The middle one of eight times is what tells: other work may hold up some of them. */
function isOnDisk(files: readonly string[]): boolean {
  const times = Array.from({ length: 8 }, (_, probe) => timeOfStart(files[Math.floor((probe * files.length) / 8)]!));
  return times.toSorted((a, b) => a - b)[4]! > slowMs;
}

function timeOfStart(path: string): number {
  const startedAt = performance.now();
  try {
    const file = openSync(path, flags);
    try {
      readSync(file, Buffer.allocUnsafe(1), 0, 1, 0);
    } finally {
      closeSync(file);
    }
  } catch {
    return 0;
  }
  return performance.now() - startedAt;
}

/** A pipe is not waited for. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
