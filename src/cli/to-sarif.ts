import { isAbsolute, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { Diagnostic } from "../base/errors.ts";

/** What SARIF wants to know of a rule. */
export interface SarifRule {
  readonly code: string;
  readonly about: string;
}

/** Diagnostics as one SARIF 2.1.0 log, for code hosts and editors. Relative paths stay relative to where the check ran. */
export function toSarif(diagnostics: readonly Diagnostic[], known: readonly SarifRule[]): object {
  const seen = [...new Set(diagnostics.map((fault) => fault.code))].toSorted();
  const rules = seen.map((code) => {
    const about = known.find((rule) => rule.code === code)?.about;
    return { id: code, ...(about !== undefined && { shortDescription: { text: about } }) };
  });
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "sopwith", rules } },
        columnKind: "utf16CodeUnits",
        results: diagnostics.map((fault) => toResult(fault, seen.indexOf(fault.code))),
      },
    ],
  };
}

function toResult({ code, severity, message, where, fix }: Diagnostic, ruleIndex: number): object {
  const region = { startLine: where?.line ?? 1, startColumn: where?.column ?? 1 };
  return {
    ruleId: code,
    ruleIndex,
    level: severity === "info" ? "note" : severity,
    message: { text: fix === undefined ? message : `${message} ${fix}` },
    ...(where && { locations: [{ physicalLocation: { artifactLocation: { uri: toUri(where.file) }, region } }] }),
  };
}

function toUri(file: string): string {
  if (isAbsolute(file)) return pathToFileURL(file).href;
  return file
    .split(sep)
    .map((part) => encodeURIComponent(part))
    .join("/");
}
