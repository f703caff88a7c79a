import { formatDuration } from "../base/duration.ts";
import type { CallStatus, RunEvent } from "../trace/run-event.ts";
import type { Tone } from "./paint.ts";
import type { ViewCall } from "./view-state.ts";
import type { ViewStyle } from "./view-style.ts";
import { cutColumns, padColumns, previewInput } from "./view-text.ts";

const NAME_COLUMNS = 26;

const SIGNS: Readonly<Record<CallStatus, readonly [Tone, string, string]>> = {
  ok: ["good", "✓", ""],
  invalid: ["careful", "✗", "invalid"],
  denied: ["careful", "✗", "refused"],
  needs_confirmation: ["careful", "?", "waits for a person"],
  unavailable: ["bad", "✗", "unavailable"],
  timeout: ["bad", "✗", "no answer in time"],
  failed: ["bad", "✗", "failed"],
  in_doubt: ["bad", "?", "in doubt"],
};

/** Calls that only tell the workflow how a node ends or asks; what they do is shown by other events. */
const SILENT_TOOLS: ReadonlySet<string> = new Set(["node/finish", "user/ask", "sop/skip"]);

type ToolResult = Extract<RunEvent, { type: "tool-result" }>;

/** A call that ended: one line, and the reason below it if it did not succeed. */
export function callLines(event: ToolResult, call: ViewCall | undefined, { paint, live }: ViewStyle): string[] {
  if (event.replayed || event.status === "needs_confirmation") return [];
  if (event.status === "ok" && SILENT_TOOLS.has(event.tool)) return [];
  const [tone, sign, words] = SIGNS[event.status];
  const facts = [
    words,
    call?.insteadOf === undefined ? "" : `in place of ${call.insteadOf}`,
    call?.steps === undefined ? "" : `step ${call.steps.join(", ")}`,
    event.attempts > 1 ? `${event.attempts} attempts` : "",
    live ? formatDuration(event.durationMs) : "",
  ].filter((fact) => fact !== "");
  const input = call === undefined ? "" : previewInput(call.input, 50);
  const head = `  ${paint(tone, sign)} ${padColumns(event.tool, NAME_COLUMNS)} ${facts.length > 0 ? padColumns(input, 50) : input}`;
  const line = `${head} ${paint(tone === "good" ? "faint" : tone, facts.join(", "))}`.trimEnd();
  if (event.status === "ok") return [line];
  return [line, paint("faint", `    ${cutColumns(String(event.result), 160)}`)];
}

/** A call that ended after nobody waited for it any more. */
export function lateLine(
  { tool, answered, lateMs }: Extract<RunEvent, { type: "tool-late" }>,
  { paint, live }: ViewStyle,
): string {
  const when = live ? `${formatDuration(lateMs)} after its deadline` : "after its deadline";
  const what = answered ? `answered ${when}; the answer is dropped, and it may have acted` : `failed ${when}`;
  return `  ${paint("careful", `! ${tool} ${what}`)}`;
}
