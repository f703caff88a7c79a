import type { Diagnostic } from "../base/errors.ts";
import { joinNames } from "../base/names.ts";
import type { SourceLocation } from "../base/source-location.ts";

/** The file gives no name, the folder's is used. */
export function nameMissing(where: SourceLocation, used: string): Diagnostic {
  return {
    code: "SKILL_NAME_MISSING",
    severity: "warning",
    message: `The skill has no name; its folder's name "${used}" is used.`,
    where,
    fix: `Write "name: ${used}" into the front matter.`,
  };
}

/** The name breaks the form of the specification; `reasons` complete "it is wrong since". */
export function nameInvalid(where: SourceLocation, name: string, reasons: readonly string[]): Diagnostic {
  return {
    code: "SKILL_NAME_INVALID",
    severity: "warning",
    message: `The name "${name}" is not in the form of the specification: ${joinNames(reasons)}.`,
    where,
    fix: "Write 1 to 64 lower-case letters and digits with single hyphens between them, for example refund-order.",
  };
}

/** Name and folder differ. */
export function nameMismatch(where: SourceLocation, name: string, folder: string): Diagnostic {
  return {
    code: "SKILL_NAME_MISMATCH",
    severity: "warning",
    message: `The skill is called "${name}" but its folder "${folder}"; some readers drop such a skill.`,
    where,
    fix: "Give the folder and the skill the same name.",
  };
}

/** Without a description nobody can choose the skill. */
export function descriptionMissing(where: SourceLocation): Diagnostic {
  return {
    code: "SKILL_DESCRIPTION_MISSING",
    severity: "error",
    message: "The skill has no description; it is what a model chooses the skill by.",
    where,
    fix: 'Write "description: ..." into the front matter: what the skill does, and when to use it.',
  };
}

/** A .sop.md without any text to describe it by. */
export function overviewMissing(where: SourceLocation): Diagnostic {
  return {
    code: "SKILL_DESCRIPTION_MISSING",
    severity: "error",
    message: "The procedure has no overview; its first paragraph is what a model chooses it by.",
    where,
    fix: 'Write a paragraph below "## Overview": what the procedure does, and when to use it.',
  };
}

/** A field is longer than the specification allows. It is kept whole. */
export function fieldLong(
  where: SourceLocation,
  field: { readonly key: string; readonly length: number; readonly limit: number },
): Diagnostic {
  return {
    code: "SKILL_FIELD_LONG",
    severity: "warning",
    message: `"${field.key}" has ${field.length} characters; the specification allows ${field.limit}.`,
    where,
    fix: "Shorten it, and move details to the text below the front matter.",
  };
}

/** A number or a truth value stands where a text is expected. */
export function fieldCoerced(
  where: SourceLocation,
  field: { readonly key: string; readonly text: string; readonly kind: string },
): Diagnostic {
  return {
    code: "SKILL_FIELD_COERCED",
    severity: "warning",
    message: `"${field.key}" is ${field.kind} in YAML; it was read as the text "${field.text}".`,
    where,
    fix: `Put the value between quotes: ${field.key}: "${field.text}".`,
  };
}

/** A field has a type that cannot be used; it is left out. */
export function fieldType(
  where: SourceLocation,
  key: string,
  types: { readonly seen: string; readonly expected: string },
): Diagnostic {
  return {
    code: "SKILL_FIELD_TYPE",
    severity: "warning",
    message: `"${key}" is ${types.seen} where ${types.expected} is expected; it was left out.`,
    where,
    fix: `Write ${types.expected}.`,
  };
}

/** The limit of tools cannot be read, so it allows none. */
export function allowedToolsUnreadable(where: SourceLocation, reason: string): Diagnostic {
  return {
    code: "SKILL_ALLOWED_TOOLS_UNREADABLE",
    severity: "warning",
    message: `"allowed-tools" cannot be read: ${reason}. The skill may use no tool.`,
    where,
    fix: "List the tools with blanks between them (weather/get_current notify/send), or take the key out for no limit.",
  };
}

/** An unknown key looks like a known one. `isRead` is true for one that is taken for the other nevertheless. */
export function keyMisspelt(
  where: SourceLocation,
  { key, meant, isRead }: { readonly key: string; readonly meant: string; readonly isRead: boolean },
): Diagnostic {
  const effect = isRead ? `was read as "${meant}"; other readers see no such key` : `has no effect; "${meant}" has`;
  return {
    code: "SKILL_KEY_MISSPELT",
    severity: "warning",
    message: `The key "${key}" ${effect}.`,
    where,
    fix: `Write "${meant}".`,
  };
}
