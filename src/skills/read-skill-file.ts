import { isUtf8 } from "node:buffer";
import type { Diagnostic } from "../base/errors.ts";
import { positionAt } from "../base/source-location.ts";
import { decodeText } from "./decode-text.ts";
import type { FileStamp } from "./file-stamp.ts";
import { findFences } from "./find-fences.ts";
import { skillNotText, skillTooLarge } from "./front-matter-diagnostics.ts";
import { maxSkillBytes } from "./front-matter.ts";
import { skillUnreadable } from "./library-diagnostics.ts";
import { isProcedureFile, parseProcedure } from "./parse-procedure.ts";
import { parseSkill, parseSkillHead, type SkillHead, type SkillParse } from "./parse-skill.ts";
import { readQuietText } from "./read-quiet-text.ts";
import { readRegularFile, type FileReading } from "./read-regular-file.ts";

/** A skill read from disk, with the text it was read from and the stamp that tells whether its file has changed since. */
export type SkillFile = SkillParse & { readonly text?: string; readonly stamp?: FileStamp };

/** What the index keeps of a file, with the stamp it was read by. */
export type SkillHeadFile = SkillHead & { readonly stamp?: FileStamp };

/** Reads and parses a whole SKILL.md or .sop.md. What goes wrong is a diagnostic, on disk as in the text. */
export function readSkillFile(location: string): SkillFile {
  const reading = readSkillText(location);
  if ("fault" in reading) return { diagnostics: [reading.fault] };
  return { ...parseSkillFile(reading.text, location), ...reading };
}

/** Parses the text of a SKILL.md or .sop.md. */
export function parseSkillFile(text: string, location: string): SkillParse {
  return (isProcedureFile(location) ? parseProcedure : parseSkill)(text, { file: location });
}

/**
 * Reads the front matter of a SKILL.md, which mostly stands in its first 64 KB; more is read only if it does not. A
 * .sop.md says in its text what it is for, and is read whole.
 */
export function readSkillHead(location: string): SkillHeadFile {
  if (isProcedureFile(location)) return toHead(readSkillFile(location));
  const start = readText(location, headBytes);
  if (start.text === undefined) return { diagnostics: [start.fault] };
  const isComplete = start.whole || ["found", "language"].includes(findFences(start.text).kind);
  const { text, stamp, fault } = isComplete ? start : readText(location);
  return text === undefined ? { diagnostics: [fault] } : { ...parseSkillHead(text, { file: location }), stamp };
}

/** A head, with the text it was read from. */
export type WholeHead = SkillHeadFile & { readonly text?: string };

/** Reads a file whole and parses its head alone. */
export function readWholeHead(location: string): WholeHead {
  const reading = readSkillText(location);
  if ("fault" in reading) return { diagnostics: [reading.fault] };
  return { ...parseHead(reading.text, location), ...reading };
}

/** Parses the head alone of the text of a SKILL.md or .sop.md. */
export function parseHead(text: string, location: string): SkillHeadFile {
  return isProcedureFile(location) ? toHead(parseSkillFile(text, location)) : parseSkillHead(text, { file: location });
}

/** The text of a file, or why it cannot be read. */
export type SkillTextReading = { readonly text: string; readonly stamp: FileStamp } | { readonly fault: Diagnostic };

/** The text of a SKILL.md, or why it cannot be read. */
export function readSkillText(location: string): SkillTextReading {
  const quiet = readQuietText(location);
  if (quiet) return quiet;
  const { text, stamp, fault } = readText(location);
  return text === undefined ? { fault } : { text, stamp };
}

/** What the index keeps of a file that was read whole. */
export function toHead({ skill, diagnostics, stamp }: SkillFile): SkillHeadFile {
  const read = { diagnostics, ...(stamp && { stamp }) };
  if (!skill) return read;
  const { name, description, location, folder, notForModels } = skill;
  const summary = { name, description, location, folder, ...(notForModels && { notForModels }) };
  return { name, summary, ...read };
}

type TextReading =
  | { readonly text: string; readonly stamp: FileStamp; readonly whole: boolean; readonly fault?: undefined }
  | { readonly text?: undefined; readonly stamp?: undefined; readonly whole?: undefined; readonly fault: Diagnostic };

function readText(location: string, start?: number): TextReading {
  let reading: FileReading;
  try {
    const head = start === undefined ? {} : { headBytes: start, into: (scratch ??= Buffer.alloc(headBytes)) };
    reading = readRegularFile(location, { maxBytes: maxSkillBytes, ...head });
  } catch (thrown) {
    return { fault: skillUnreadable(location, (thrown as NodeJS.ErrnoException).code ?? "an unknown error") };
  }
  if (reading.kind === "not-a-file") return { fault: skillUnreadable(location, "it is no regular file") };
  if (reading.kind === "too-large") return { fault: skillTooLarge(location, reading.size) };
  const isAll = reading.bytes.length === reading.size;
  const bytes = start === undefined || !isText(reading.bytes, isAll) ? reading.bytes : throughFence(reading.bytes);
  const whole = bytes.length === reading.size;
  const decoded = decodeText(bytes, !whole);
  if ("fault" in decoded) {
    const place = positionAt(decoded.textBefore, decoded.textBefore.length);
    return { fault: skillNotText({ file: location, ...place }, decoded.fault) };
  }
  return { text: whole ? decoded.text : wholeLines(decoded.text), stamp: reading.stamp, whole };
}

/** A body that is no text is told when the skills are listed, not only when somebody opens the skill. */
function isText(bytes: Buffer, isAll: boolean): boolean {
  return !bytes.includes(0) && (!isAll || isUtf8(bytes));
}

/** The bytes down to the line that is probably the closing fence; all of them where no line looks like one. */
function throughFence(bytes: Buffer): Buffer {
  const fence = bytes.indexOf(fenceStart, 3);
  const end = fence === -1 ? -1 : bytes.indexOf("\n", fence + 4);
  return end === -1 ? bytes : bytes.subarray(0, end + 1);
}

const fenceStart = Buffer.from("\n---");

/** A line that was cut could look like a fence. */
function wholeLines(text: string): string {
  return text.slice(0, Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1);
}

/** Front matters end before it, and nearly all files: reading on costs less than to find out later that a body is no text. */
const headBytes = 64 * 1024;
/** Heads are read by thousands, and each is decoded before the next is read. */
let scratch: Buffer | undefined;
