import { formatLocation, type SourceLocation } from "./source-location.ts";

/** How serious a diagnostic is: an `error` stops the thing it is about, a `warning` does not. */
export type Severity = "error" | "warning" | "info";

/** One fault that was found in a file or a definition, as data. */
export interface Diagnostic {
  /** Stable and searchable, listed in docs/errors.md. */
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly where?: SourceLocation;
  /** What to do about it, as an imperative sentence. */
  readonly fix?: string;
}

/** The parts of an error, before it is thrown. */
export interface ErrorParts {
  /** Stable and searchable, listed in docs/errors.md. */
  readonly code: string;
  /** What happened, as a sentence. */
  readonly message: string;
  /** Where the cause stands, if it stands in a file. */
  readonly where?: SourceLocation;
  /** What was seen and what was expected; one line each. */
  readonly details?: readonly string[];
  /** What to do, as an imperative sentence. */
  readonly hint?: string;
  /** Facts for programs. Never a secret, never a whole payload. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** All faults of one file or definition, when there are several. */
  readonly diagnostics?: readonly Diagnostic[];
  readonly cause?: unknown;
}

/** The one error class of the project. Tell errors apart by `code`, with {@link isSopwithError}. */
export class SopwithError extends Error {
  readonly code: string;
  readonly where: SourceLocation | undefined;
  readonly details: readonly string[];
  readonly hint: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
  readonly diagnostics: readonly Diagnostic[];

  constructor(parts: ErrorParts) {
    super(parts.message, parts.cause === undefined ? undefined : { cause: parts.cause });
    this.name = "SopwithError";
    this.code = parts.code;
    this.where = parts.where;
    this.details = parts.details ?? [];
    this.hint = parts.hint;
    this.data = parts.data ?? {};
    this.diagnostics = parts.diagnostics ?? [];
  }
}

/**
 * True for an error of ours, of this `code` if one is given; works across two copies of the package. Never throws,
 * whatever was thrown.
 */
export function isSopwithError(error: unknown, code?: string): error is SopwithError {
  try {
    if (!(error instanceof Error) || error.name !== "SopwithError") return false;
    return code === undefined || (error as SopwithError).code === code;
  } catch {
    // A proxy or a getter that throws when it is looked at is none of ours.
    return false;
  }
}

/** An error as people read it: code and what happened, where, what was seen, what to do. No stack. */
export function formatError(error: unknown): string {
  if (!isSopwithError(error)) return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const lines = [`${error.code}  ${error.message}`];
  // A fault in the same file names its place itself.
  if (error.where && !error.diagnostics.some((fault) => fault.where?.file === error.where?.file))
    lines.push(`  at ${formatLocation(error.where)}`);
  for (const detail of error.details) lines.push(`  ${detail}`);
  for (const fault of error.diagnostics)
    lines.push(
      ...formatDiagnostic(fault)
        .split("\n")
        .map((line) => `  ${line}`),
    );
  if (error.hint) lines.push(`  ${error.hint}`);
  return lines.join("\n");
}

/** A diagnostic as people read it: `where severity CODE message`, and the fix on a line of its own. */
export function formatDiagnostic(fault: Diagnostic): string {
  const where = fault.where ? `${formatLocation(fault.where)} ` : "";
  const line = `${where}${fault.severity} ${fault.code}  ${fault.message}`;
  return fault.fix ? `${line}\n  ${fault.fix}` : line;
}

/** The message of anything that was thrown, without a stack. Never throws. */
export function messageOf(thrown: unknown): string {
  if (typeof thrown === "string") return thrown;
  try {
    if (thrown instanceof Error) return thrown.message;
  } catch {
    // What throws when it is looked at has no message.
  }
  return `a thrown ${typeof thrown}`;
}
