import { type Diagnostic, formatDiagnostic } from "../base/errors.ts";
import { fromFolder } from "./from-folder.ts";
import type { Terminal } from "./terminal.ts";

/** Faults of the project's files, on stderr. */
export function writeDiagnostics(terminal: Terminal, diagnostics: readonly Diagnostic[]): void {
  for (const fault of diagnostics) terminal.writeError(`${fromFolder(formatDiagnostic(fault), terminal.folder)}\n`);
}
