import { callWords, conformsWord, levelWord, NO_VISITS, stepNotes, visitName, visitNotes } from "./report-words.ts";
import type { RunReport, StepLine, VisitReport } from "./to-run-report.ts";
import { wordsOf } from "./view-steps.ts";

/** A report as Markdown: a table for each visit. */
export function reportMarkdown(report: RunReport): string {
  const { run, workflow, status, visits, news = [] } = report;
  const told = news.flatMap(({ message }) => ["", `**Meanwhile:** ${escape(message)}`]);
  const head = [`# ${escape(run)}`, "", `Workflow ${escape(workflow)}, ${status}.`, ...told];
  const body = visits.length === 0 ? ["", NO_VISITS] : visits.flatMap(visitLines);
  return `${[...head, ...body].join("\n")}\n`;
}

function visitLines(visit: VisitReport): string[] {
  const { skill, hash, mode, conforms, steps, refused } = visit;
  return [
    "",
    `## ${escape(visitName(visit))}`,
    "",
    `Skill ${escape(skill)} at \`${hash.slice(0, 8)}\`, mode ${mode}: **${conformsWord(conforms)}**.`,
    ...visitNotes(visit).flatMap((note) => ["", escape(note)]),
    "",
    "| Step | Status | Level | Line | Text | Notes | Calls |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...steps.map(stepLine),
    ...(refused.length === 0 ? [] : ["", "Refused before they ran:", ""]),
    ...refused.map(({ callId, tool, reason }) => `- \`${tool}\` (\`${callId}\`): ${escape(reason)}`),
  ];
}

function stepLine(step: StepLine): string {
  const cells = [
    escape(step.step ?? ""),
    wordsOf(step.status),
    levelWord(step.level),
    String(step.line),
    escape(step.text),
    escape(stepNotes(step).join("; ")),
    step.calls.map((call) => `\`${callWords(call)}\``).join("<br>"),
  ];
  return `| ${cells.join(" | ")} |`;
}

/** Texts of skills and reasons must neither end a cell nor become HTML. */
function escape(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\|<>]/g, (sign) => ESCAPES[sign] ?? `\\${sign}`);
}

const ESCAPES: Readonly<Record<string, string>> = { "<": "&lt;", ">": "&gt;" };
