import { formatDuration } from "../base/duration.ts";
import { showHidden } from "../base/show-hidden.ts";
import type { RunEvent, RunStatus } from "../trace/run-event.ts";
import type { Tone } from "./paint.ts";
import type { ViewStyle } from "./view-style.ts";
import { indent } from "./view-text.ts";

const TONES: Readonly<Record<Exclude<RunStatus, "running" | "waiting">, Tone>> = {
  completed: "good",
  degraded: "careful",
  failed: "bad",
  cancelled: "bad",
};

/** What runs, on which thread, and who plays the model. */
export function runStartLines(
  event: Extract<RunEvent, { type: "run-start" }>,
  { paint, playsDecisions }: ViewStyle,
): string[] {
  const label = (text: string): string => paint("faint", text.padEnd(10));
  const lines = [
    `${label("workflow")}${paint("strong", event.workflow)}${event.resumed ? paint("faint", " goes on") : ""}`,
    `${label("thread")}${event.thread}`,
  ];
  if (event.rehearsal !== undefined) {
    const played = playsDecisions ? "plays the model and the people" : "plays the model";
    const nobody = playsDecisions ? "no model and no person is asked" : "no model is asked";
    lines.push(`${label("rehearsal")}${nobody}, ${event.rehearsal} ${played}`);
  } else if (event.model !== undefined) lines.push(`${label("model")}${event.model}`);
  if (event.text !== undefined) lines.push(`${label("text")}${indent(showHidden(event.text), 10).trimStart()}`);
  return lines;
}

/** How it ended: the answer, the error, the figures. A run that waits has not ended. */
export function runEndLines(
  event: Extract<RunEvent, { type: "run-end" }>,
  lastText: string,
  { paint, live }: ViewStyle,
): string[] {
  if (event.status === "waiting") return [];
  const lines: string[] = [];
  const answer = event.answer?.trim();
  if (answer && answer !== lastText) lines.push("", showHidden(answer));
  const { inputTokens, outputTokens } = event.usage;
  const figures = [
    live ? formatDuration(event.durationMs) : "",
    inputTokens + outputTokens > 0 ? `${inputTokens} tokens in, ${outputTokens} out` : "",
  ];
  const tail = figures
    .filter((figure) => figure !== "")
    .map((figure) => paint("faint", ` · ${figure}`))
    .join("");
  lines.push("", `${paint(TONES[event.status], event.status)}${tail}`);
  for (const reason of event.reasons ?? []) lines.push(`  ${indent(showHidden(reason), 2).trimStart()}`);
  if (event.error) {
    lines.push(`  ${event.error.code}  ${showHidden(event.error.message)}`);
    if (event.error.hint !== undefined) lines.push(`  ${event.error.hint}`);
  }
  return lines;
}
