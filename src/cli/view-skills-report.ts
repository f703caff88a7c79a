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
  const rows = foldNotes(faults);
  const table = formatTable(
    rows.map(({ where, severity, code, message }) => [
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
      const fix = rows[index]?.fix;
      return fix === undefined ? [line] : [line, paint("faint", `${indent}${fix}`)];
    })
    .join("\n");
}

/** The first two notes of a kind tell what the others would; errors and warnings are all told. */
function foldNotes(faults: readonly Diagnostic[]): Diagnostic[] {
  const notes = Map.groupBy(
    faults.filter(({ severity }) => severity === "info"),
    ({ code }) => code,
  );
  return faults.flatMap((fault) => {
    const same = fault.severity === "info" ? (notes.get(fault.code) ?? []) : [];
    const position = same.indexOf(fault);
    if (same.length <= 3 || position < 2) return [fault];
    if (position > 2) return [];
    const { code, severity, where } = fault;
    const last = same.at(-1)?.where?.line;
    const message = `and ${same.length - 2} more such notes${last === undefined ? "" : `, down to line ${last}`}; --json lists them.`;
    return [{ code, severity, message, ...(where && { where }) }];
  });
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
