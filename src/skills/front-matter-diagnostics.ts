import type { Diagnostic } from "../base/errors.ts";
import { previewJson } from "../base/json.ts";
import type { SourceLocation } from "../base/source-location.ts";
import type { HiddenRun } from "./tag-characters.ts";

/** The file is larger than the limit. */
export function skillTooLarge(file: string, bytes: number): Diagnostic {
  return {
    code: "SKILL_TOO_LARGE",
    severity: "error",
    message: `The file has ${bytes} bytes; at most 1048576 (1 MiB) are read.`,
    where: { file },
    fix: "Move parts of it to files under references/ and name them in the text.",
  };
}

/** The bytes are not UTF-8 text. `seen` completes "it holds". */
export function skillNotText(where: SourceLocation, seen: string): Diagnostic {
  return {
    code: "SKILL_NOT_TEXT",
    severity: "error",
    message: `The file is not UTF-8 text: it holds ${seen}.`,
    where,
    fix: "Save it as UTF-8.",
  };
}

/** Characters that are shown nowhere carry a text for the model. */
export function hiddenText(where: SourceLocation, run: HiddenRun): Diagnostic {
  return {
    code: "SKILL_HIDDEN_TEXT",
    severity: "error",
    message: `Invisible tag characters (${run.codePoints}) say ${showLine(run.decoded)}; a skill that hides text is not used.`,
    where,
    fix: "Remove them, and find out who put them there.",
  };
}

/** The text does not begin with a front matter. */
export function frontMatterMissing(where: SourceLocation, seen: string): Diagnostic {
  const line = seen.trim() === "" ? "the file is empty" : `the first line is ${showLine(seen)}`;
  return {
    code: "SKILL_NO_FRONT_MATTER",
    severity: "error",
    message: `The file has no front matter: ${line}, three dashes alone at column 1 are expected.`,
    where,
    fix: 'Begin the file with "---", "name: ...", "description: ...", "---", one a line.',
  };
}

/** A word stands behind the opening dashes; such a word could choose a parser that runs code. */
export function languageRefused(where: SourceLocation, seen: string): Diagnostic {
  return {
    code: "SKILL_FRONT_MATTER_LANGUAGE",
    severity: "error",
    message: `The opening fence is ${showLine(seen)}; a front matter is YAML and nothing else, so no word may follow the dashes.`,
    where,
    fix: 'Write "---" alone on the line, and YAML below it.',
  };
}

/** The opening fence has no partner. */
export function frontMatterUnclosed(where: SourceLocation): Diagnostic {
  return {
    code: "SKILL_FRONT_MATTER_UNCLOSED",
    severity: "error",
    message: "The front matter that opens here is never closed by a line of three dashes at column 1.",
    where,
    fix: 'Write "---" alone on a line behind the last key.',
  };
}

/** The front matter is larger than any catalogue could use. */
export function frontMatterTooLarge(where: SourceLocation, length: number): Diagnostic {
  return {
    code: "SKILL_FRONT_MATTER_TOO_LARGE",
    severity: "error",
    message: `The front matter has ${length} characters; at most 65536 are read.`,
    where,
    fix: "Move everything but names, descriptions and short settings to the text below it.",
  };
}

/** The YAML could not be read. */
export function yamlFault(where: SourceLocation, reason: string): Diagnostic {
  return {
    code: "SKILL_FRONT_MATTER_YAML",
    severity: "error",
    message: `The front matter is not valid YAML: ${sentence(reason)}`,
    where,
    fix: "Mend the line; a value with a colon, a bracket or a quote in it goes between quotes.",
  };
}

/** The YAML was read, but a part of it means nothing here. */
export function yamlWarning(where: SourceLocation, reason: string): Diagnostic {
  return {
    code: "SKILL_FRONT_MATTER_YAML_DOUBTFUL",
    severity: "warning",
    message: `The front matter holds something without a meaning: ${sentence(reason)}`,
    where,
    fix: "Write a plain text, number, list or mapping.",
  };
}

/** The YAML is a list or a text. */
export function notMapping(where: SourceLocation, kind: "list" | "text"): Diagnostic {
  return {
    code: "SKILL_FRONT_MATTER_NOT_MAPPING",
    severity: "error",
    message: `The front matter is a ${kind}; a mapping of keys to values is expected.`,
    where,
    fix: 'Write "name: ..." and "description: ..." on lines of their own.',
  };
}

/** Something harmless stands above the front matter. `firstLine` is what the file begins with. */
export function frontMatterMisplaced(where: SourceLocation, firstLine: string): Diagnostic {
  const above = firstLine.trim() === "" ? "Blank lines stand" : "A comment stands";
  return {
    code: "SKILL_FRONT_MATTER_MISPLACED",
    severity: "warning",
    message: `${above} above the front matter; other readers see no front matter then.`,
    where,
    fix: "Move the opening fence to the first line of the file.",
  };
}

/** A value was read as if it stood between quotes. */
export function valueQuoted(where: SourceLocation, key: string): Diagnostic {
  return {
    code: "SKILL_VALUE_QUOTED",
    severity: "warning",
    message: `The value of "${key}" is not valid YAML here; it was read as if it stood between quotes.`,
    where,
    fix: `Put the value of "${key}" between quotes; most readers drop the skill as it is.`,
  };
}

/** A ` #` ended a value early. */
export function valueCut(where: SourceLocation, key: string): Diagnostic {
  return {
    code: "SKILL_VALUE_CUT",
    severity: "warning",
    message: `The value of "${key}" ends here: " #" begins a comment in YAML, what follows is lost.`,
    where,
    fix: `Put the value of "${key}" between quotes if the rest belongs to it.`,
  };
}

function showLine(line: string): string {
  return previewJson(JSON.stringify(line.length > 60 ? `${line.slice(0, 60)}…` : line)).replace(/\uFEFF/g, "\\ufeff");
}

function sentence(reason: string): string {
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}
