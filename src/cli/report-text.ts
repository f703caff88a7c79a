import { thrownLines } from "../trace/thrown-summary.ts";
import { formatTable } from "./format-table.ts";
import type { Paint, Tone } from "./paint.ts";
import { callWords, conformsWord, levelWord, NO_VISITS, stepNotes, visitName, visitNotes } from "./report-words.ts";
import type { RunReport, StepLine, VisitReport } from "./to-run-report.ts";
import { wordsOf } from "./view-steps.ts";
import { cutColumns } from "./view-text.ts";

/** A report for a terminal of a `width`: a table of steps for each visit, with reasons and calls below their step. */
export function reportText(report: RunReport, paint: Paint, width?: number): string {
  const { run, workflow, status, visits, news = [] } = report;
  const told = news.map(({ message }) => `${paint("careful", `! ${message}`)}\n`);
  const head = `${paint("strong", run)}  ${workflow}  ${status}\n${told.join("")}`;
  if (visits.length === 0) return `${head}\n${NO_VISITS}\n`;
  return [head, ...visits.map((visit) => visitText(visit, paint, width))].join("\n");
}

function visitText(visit: VisitReport, paint: Paint, width: number | undefined): string {
  const { skill, hash, mode, conforms, steps, refused } = visit;
  const facts = paint("faint", `skill ${skill} ${hash.slice(0, 8)}, ${mode},`);
  const verdict = paint(conforms ? "good" : "bad", conformsWord(conforms));
  // Each row stands two columns to the right.
  const fit = { width: width === undefined ? undefined : width - 2, gives: 4 };
  const rows = formatTable(
    steps.map((step) => stepRow(step, paint)),
    fit,
  ).split("\n");
  return [
    `${paint("strong", visitName(visit))} ${facts} ${verdict}`,
    ...visitNotes(visit).map((note) => `  ${paint("careful", `! ${note}`)}`),
    ...steps.flatMap((step, index) => [`  ${rows[index]}`, ...stepDetails(step, paint)]),
    ...refused.map(
      ({ callId, tool, reason }) => `  ${paint("careful", `refused ${tool}`)}: ${reason} ${paint("faint", callId)}`,
    ),
    "",
  ].join("\n");
}

function stepRow({ step, text, level, line, status }: StepLine, paint: Paint): string[] {
  return [
    paint(TONES.get(status) ?? "faint", wordsOf(status)),
    step ?? "-",
    levelWord(level),
    `line ${line}`,
    cutColumns(text, 80),
  ];
}

function stepDetails(step: StepLine, paint: Paint): string[] {
  const calls = step.calls.flatMap((call) => [
    callWords(call),
    ...(call.thrown ? thrownLines(call.thrown).map((line) => `  ${cutColumns(line, 120)}`) : []),
  ]);
  return [...stepNotes(step), ...calls].map((detail) => `      ${paint("faint", detail)}`);
}

const TONES: ReadonlyMap<StepLine["status"], Tone> = new Map([
  ["done", "good"],
  ["skipped", "careful"],
  ["degraded", "careful"],
  ["failed", "bad"],
  ["missing", "bad"],
  ["out-of-order", "bad"],
  ["forbidden", "bad"],
]);
