import { type Diagnostic, SopwithError } from "../../base/errors.ts";

/** The project cannot be described to a registry; every mistake is listed. */
export function describeFailed(file: string, mistakes: readonly Diagnostic[]): SopwithError {
  return new SopwithError({
    code: "MCP_DESCRIBE",
    message: `The project cannot be described to a registry: ${mistakes.length === 1 ? "1 mistake" : `${mistakes.length} mistakes`}.`,
    where: { file },
    diagnostics: mistakes,
  });
}

/** One thing that a registry would not take. */
export function describeMistake(file: string, message: string, fix: string): Diagnostic {
  return { code: "MCP_DESCRIBE", severity: "error", message, where: { file }, fix };
}

/** A registry did not take an entry. `seen` is its word, cleaned. */
export function publishFailed(url: string, reason: string, seen?: string): SopwithError {
  return new SopwithError({
    code: "MCP_PUBLISH",
    message: `The entry was not published at ${url}: ${reason}.`,
    ...(seen !== undefined && seen !== "" && { details: [`Seen: ${seen}`] }),
    hint: "Nothing is published. Correct it and run the command again.",
    data: { url },
  });
}
