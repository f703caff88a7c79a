import { formatDuration } from "../base/duration.ts";
import { showHidden } from "../base/show-hidden.ts";
import { type ThrownSummary, thrownLines } from "../trace/thrown-summary.ts";
import type { ThreadHistoryEntry } from "../workflow/thread-history.ts";
import type { Paint } from "./paint.ts";
import { decisionWords } from "./view-approval.ts";
import { countOf, cutColumns, indent, padColumns, previewInput, shownLine, visibleLine } from "./view-text.ts";

/** One run of a thread: how it stands, its calls, its decisions, its end. */
export function runLines(
  { run, turns, calls, approvals }: ThreadHistoryEntry,
  { paint, onDisk }: { readonly paint: Paint; readonly onDisk: ReadonlyMap<string, string | undefined> },
): string[] {
  const took =
    run.endedAt === undefined ? "" : ` in ${formatDuration(Date.parse(run.endedAt) - Date.parse(run.startedAt))}`;
  const lines = [
    `${paint("strong", visibleLine(run.id))}  ${run.workflow}  ${run.status}${took}`,
    paint(
      "faint",
      `  started ${run.startedAt}, ${countOf(turns.length, "turn")}, ${run.usage.inputTokens} tokens in, ${run.usage.outputTokens} out`,
    ),
  ];
  if (run.forkOf)
    lines.push(paint("faint", `  forked from ${visibleLine(run.forkOf.run)} at point ${run.forkOf.point}`));
  if (run.rehearsal !== undefined) lines.push(paint("faint", `  rehearsal ${run.rehearsal}`));
  if (run.text !== undefined) lines.push(`  text: ${cutColumns(run.text, 100)}`);
  for (const [name, hash] of Object.entries(run.skills))
    lines.push(paint("faint", `  skill "${name}" at ${hash.slice(0, 12)}${diskWords(hash, onDisk.get(name))}`));
  for (const call of calls)
    lines.push(
      `  ${padColumns(call.path, 12)} ${padColumns(call.tool, 26)} ${padColumns(callStatus(call), 12)} ${paint("faint", previewInput(call.input, 60))}`.trimEnd(),
      ...thrownBy(call).map((line) => paint("faint", `    ${cutColumns(line, 120)}`)),
    );
  for (const { id, path, title, decision } of approvals) {
    lines.push(
      `  ${padColumns(path, 12)} ${shownLine(title)}  ${decision ? shownLine(decisionWords(decision)) : "open"} ${paint("faint", id)}`,
    );
  }
  if (run.answer !== undefined) lines.push("", indent(showHidden(run.answer)));
  if (run.error) lines.push(`  ${run.error.code}  ${run.error.message}`);
  return lines;
}

function diskWords(hash: string, onDisk: string | undefined): string {
  if (onDisk === hash) return "";
  return onDisk === undefined ? ", gone from the disk or broken there" : `, the disk has ${onDisk.slice(0, 12)}`;
}

/** What it threw, where it was made while debugging. */
function thrownBy({ outcome }: ThreadHistoryEntry["calls"][number]): readonly string[] {
  const { thrown } = (outcome ?? {}) as { readonly thrown?: ThrownSummary };
  return thrown === undefined ? [] : thrownLines(thrown);
}

/** How a call ended, in a word or two. */
export function callStatus({ status, outcome, sharedFrom }: ThreadHistoryEntry["calls"][number]): string {
  const ended = (outcome as { readonly status?: string } | undefined)?.status;
  return `${ended ?? status}${sharedFrom === undefined ? "" : ", shared"}`;
}
