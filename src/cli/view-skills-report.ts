import type { Diagnostic } from "../base/errors.ts";
import type { SkillsReport } from "../skills/lint/check-skills.ts";
import { formatTable } from "./format-table.ts";
import type { Paint } from "./paint.ts";
import { countOf } from "./view-text.ts";

/** A report of `skills check` for people: the faults of each file below its name, then the counts. */
export function viewSkillsReport(report: SkillsReport, paint: Paint): string {
  const byFile = Map.groupBy(report.diagnostics, ({ where }) => where?.file ?? "");
  const blocks = Array.from(byFile, ([file, faults]) => `${paint("strong", file)}\n${faultLines(faults, paint)}\n`);
  return `${blocks.join("\n")}${blocks.length > 0 ? "\n" : ""}${countLine(report, paint)}\n`;
}

function faultLines(faults: readonly Diagnostic[], paint: Paint): string {
  const table = formatTable(
    faults.map(({ where, severity, code, message }) => [
      `  ${where?.line === undefined ? "" : `${where.line}:${where.column ?? 1}`}`,
      paint(toneOf[severity], severity),
      code,
      message.replace(/\s+/g, " "),
    ]),
  );
  const indent = " ".repeat(4);
  return table
    .trimEnd()
    .split("\n")
    .flatMap((line, index) => {
      const fix = faults[index]?.fix;
      return fix === undefined ? [line] : [line, paint("faint", `${indent}${fix}`)];
    })
    .join("\n");
}

function countLine({ files, loaded, repaired, failed, diagnostics }: SkillsReport, paint: Paint): string {
  const of = (severity: Diagnostic["severity"]): number =>
    diagnostics.filter((fault) => fault.severity === severity).length;
  const errors = of("error");
  const sign = errors > 0 ? paint("bad", "✗") : paint("good", "✓");
  const lenient = repaired > 0 ? ` (${repaired} only since it was read leniently)` : "";
  return `${sign} ${countOf(files, "file")}: ${loaded} loaded${lenient}, ${failed} failed; ${countOf(errors, "error")}, ${countOf(of("warning"), "warning")}, ${countOf(of("info"), "note")}`;
}

const toneOf = { error: "bad", warning: "careful", info: "faint" } as const;
