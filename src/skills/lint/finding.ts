import type { Diagnostic, Severity } from "../../base/errors.ts";
import type { SourceLocation } from "../../base/source-location.ts";
import { lintRules } from "./lint-rules.ts";

/** What a rule found, before it has its severity. */
export interface Finding {
  readonly code: string;
  readonly message: string;
  readonly where: SourceLocation;
  readonly fix: string;
}

/** A finding as a diagnostic, as serious as the table says. */
export function toDiagnostic(finding: Finding): Diagnostic {
  return { ...finding, severity: severityOf(finding.code) ?? "warning" };
}

/** A diagnostic of the loader, as serious as it is when skills are checked. */
export function toStrict(fault: Diagnostic): Diagnostic {
  return { ...fault, severity: severityOf(fault.code) ?? fault.severity };
}

function severityOf(code: string): Severity | undefined {
  return severities.get(code);
}

const severities: ReadonlyMap<string, Severity> = new Map(lintRules.map((rule) => [rule.code, rule.severity]));
