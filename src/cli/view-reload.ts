import { relative } from "node:path";
import { type Diagnostic, formatDiagnostic } from "../base/errors.ts";
import { previewJson } from "../base/json.ts";
import type { SkillUsage } from "../project/skill-usage.ts";
import type { ReloadReport } from "../skills/reload-report.ts";
import type { FieldChange, SkillChange } from "../skills/skill-changes.ts";
import type { SopStep } from "../skills/sop.ts";
import { fromFolder } from "./from-folder.ts";
import type { Paint } from "./paint.ts";
import { levelWord } from "./report-words.ts";
import { cutColumns, indent } from "./view-text.ts";

/** What a reload is shown with. */
export interface ReloadView {
  readonly folder: string;
  readonly paint: Paint;
  /** Who uses each skill that changed or went. */
  readonly usage: ReadonlyMap<string, SkillUsage>;
}

/** A reload, as lines: what changed in each skill, who uses it, and what was refused and why. */
export function reloadLines(report: ReloadReport, view: ReloadView): string[] {
  const { paint, folder } = view;
  const place = (location: string): string => paint("faint", relative(folder, location));
  const faults = (list: readonly Diagnostic[]): string[] =>
    list.map((fault) => indent(fromFolder(formatDiagnostic(fault), folder)));
  return [
    ...report.added.flatMap(({ name, location }) => [`${paint("good", "added")} ${name}  ${place(location)}`]),
    ...report.changed.flatMap((change) => [
      `${paint("good", "changed")} ${change.name}${languageWords(change)}  ${hashWords(change)}`,
      ...changeLines(change),
      ...usageLines(view.usage.get(change.name)),
      ...faults(change.diagnostics),
    ]),
    ...report.removed.flatMap(({ name, location }) => [
      `${paint("bad", "removed")} ${name}  ${place(location)}`,
      ...usageLines(view.usage.get(name)),
    ]),
    ...report.mended.map(({ name }) => `${paint("good", "mended")} ${name}: its file is good again.`),
    ...report.kept.flatMap(({ name, diagnostics }) => [
      `${paint("bad", "kept")} ${name}: its file has errors, so the text that was good last is still used.`,
      ...faults(diagnostics),
    ]),
    ...report.broken.flatMap(({ location, diagnostics }) => [
      `${paint("bad", "skipped")} ${relative(folder, location)}: it holds no usable skill.`,
      ...faults(diagnostics),
    ]),
  ];
}

function languageWords({ translation }: SkillChange): string {
  return translation === undefined ? "" : ` (${translation})`;
}

function hashWords({ hash, hashBefore }: SkillChange): string {
  return hashBefore === undefined ? hash.slice(0, 12) : `${hashBefore.slice(0, 12)} → ${hash.slice(0, 12)}`;
}

function changeLines({ frontMatter, steps, otherText }: SkillChange): string[] {
  return [
    ...frontMatter.map((change) => `  ${fieldWords(change)}`),
    ...steps.added.map((step) => `  + ${stepWords(step)}`),
    ...steps.removed.map((step) => `  - ${stepWords(step)}`),
    ...steps.changed.flatMap(({ before, after }) => [
      `  - ${stepWords(before)}`,
      `  + ${stepWords(after)}`,
      ...levelLines(before, after),
    ]),
    ...(otherText ? ["  text between the steps"] : []),
  ];
}

/** A word that is mistyped changes the level and is easily overlooked in the text. */
function levelLines(before: SopStep, after: SopStep): string[] {
  if (before.level === after.level) return [];
  return [`    level of step ${after.id}: ${levelWord(before.level)} → ${levelWord(after.level)}`];
}

function fieldWords({ field, before, after }: FieldChange): string {
  return `${field}: ${showValue(before)} → ${showValue(after)}`;
}

function showValue(value: FieldChange["before"]): string {
  return value === undefined ? "none" : previewJson(value, 60);
}

function stepWords({ id, text }: SopStep): string {
  return `step ${id}: ${cutColumns(text, 90)}`;
}

function usageLines(usage: SkillUsage | undefined): string[] {
  if (!usage) return [];
  const { nodes, threads } = usage;
  const kept = `${threads.length === 1 ? "thread" : "threads"} ${threads.slice(0, 5).join(", ")}${threads.length > 5 ? ", ..." : ""}`;
  return [
    ...(nodes.length > 0 ? [`  used by ${nodes.join(", ")}`] : []),
    ...(threads.length > 0
      ? [
          `  ${kept} ${threads.length === 1 ? "keeps its" : "keep their"} version; \`npx sopwith resume <thread> --skill latest\` moves on`,
        ]
      : []),
  ];
}
