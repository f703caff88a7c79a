import type { Diagnostic } from "../base/errors.ts";
import { positionAt } from "../base/source-location.ts";
import { decodeText } from "./decode-text.ts";
import { findFences } from "./find-fences.ts";
import { skillNotText, skillTooLarge } from "./front-matter-diagnostics.ts";
import { maxSkillBytes } from "./front-matter.ts";
import { skillUnreadable } from "./library-diagnostics.ts";
import { isProcedureFile, parseProcedure } from "./parse-procedure.ts";
import { parseSkill, parseSkillHead, type SkillHead, type SkillParse } from "./parse-skill.ts";
import { readRegularFile, type FileReading } from "./read-regular-file.ts";

/** A skill read from disk, with the key that tells whether its file has changed since. */
export type SkillFile = SkillParse & { readonly key?: string };

/** Reads and parses a whole SKILL.md or .sop.md. What goes wrong is a diagnostic, on disk as in the text. */
export function readSkillFile(location: string): SkillFile {
  const { text, key, fault } = readText(location);
  if (text === undefined) return { diagnostics: [fault] };
  const parse = isProcedureFile(location) ? parseProcedure : parseSkill;
  return { ...parse(text, { file: location }), key };
}

/**
 * Reads the front matter of a SKILL.md, which mostly stands in its first 4 KB; more is read only if it does not. A
 * .sop.md says in its text what it is for, and is read whole.
 */
export function readSkillHead(location: string): SkillHead {
  if (isProcedureFile(location)) return procedureHead(readSkillFile(location));
  const start = readText(location, 4096);
  if (start.text === undefined) return { diagnostics: [start.fault] };
  const isComplete = start.whole || ["found", "language"].includes(findFences(start.text).kind);
  if (isComplete) return parseSkillHead(start.text, { file: location });
  const { text, fault } = readText(location);
  return text === undefined ? { diagnostics: [fault] } : parseSkillHead(text, { file: location });
}

function procedureHead({ skill, diagnostics }: SkillFile): SkillHead {
  if (!skill) return { diagnostics };
  const { name, description, location, folder } = skill;
  return { name, summary: { name, description, location, folder }, diagnostics };
}

type TextReading =
  | { readonly text: string; readonly key: string; readonly whole: boolean; readonly fault?: undefined }
  | { readonly text?: undefined; readonly key?: undefined; readonly whole?: undefined; readonly fault: Diagnostic };

function readText(location: string, headBytes?: number): TextReading {
  let reading: FileReading;
  try {
    const limits = { maxBytes: maxSkillBytes };
    reading = readRegularFile(location, headBytes === undefined ? limits : { ...limits, headBytes });
  } catch (thrown) {
    return { fault: skillUnreadable(location, (thrown as NodeJS.ErrnoException).code ?? "an unknown error") };
  }
  if (reading.kind === "not-a-file") return { fault: skillUnreadable(location, "it is no regular file") };
  if (reading.kind === "too-large") return { fault: skillTooLarge(location, reading.size) };
  const whole = reading.bytes.length === reading.size;
  const decoded = decodeText(reading.bytes, !whole);
  if ("fault" in decoded) {
    const place = positionAt(decoded.textBefore, decoded.textBefore.length);
    return { fault: skillNotText({ file: location, ...place }, decoded.fault) };
  }
  return { text: whole ? decoded.text : wholeLines(decoded.text), key: reading.key, whole };
}

/** A line that was cut could look like a fence. */
function wholeLines(text: string): string {
  return text.slice(0, Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1);
}
