import { type Diagnostic, SopwithError } from "../base/errors.ts";
import type { SourceLocation } from "../base/source-location.ts";

/** `REHEARSAL_INVALID`: the file is no rehearsal; every mistake in it, with its place. */
export function rehearsalInvalid(file: string, diagnostics: readonly Diagnostic[]): SopwithError {
  const count = diagnostics.length === 1 ? "a mistake" : `${diagnostics.length} mistakes`;
  const first = diagnostics[0]?.where;
  return new SopwithError({
    code: "REHEARSAL_INVALID",
    message: `The rehearsal has ${count}.`,
    where: first ?? { file },
    diagnostics,
    hint: "Correct these places and run it again.",
  });
}

/** One mistake in a rehearsal file. */
export function rehearsalMistake(message: string, where: SourceLocation, fix?: string): Diagnostic {
  return { code: "REHEARSAL_INVALID", severity: "error", message, where, ...(fix ? { fix } : {}) };
}

/** `REHEARSAL_MISMATCH`: what happened is not what the script was written for. */
export function rehearsalMismatch(message: string, details: readonly string[], where: SourceLocation): SopwithError {
  return new SopwithError({
    code: "REHEARSAL_MISMATCH",
    message,
    where,
    details,
    hint: "Change the rehearsal where the workflow is right, or the workflow where the rehearsal is right.",
  });
}
