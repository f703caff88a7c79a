import { formatDuration } from "../base/duration.ts";
import type { CallStatus, RunEvent } from "../trace/run-event.ts";
import { type ThrownSummary, thrownLines } from "../trace/thrown-summary.ts";
import type { Tone } from "./paint.ts";
import type { ViewCall } from "./view-state.ts";
import type { ViewStyle } from "./view-style.ts";
import stringWidth from "string-width";
import { cutColumns, padColumns, previewInput } from "./view-text.ts";

const NAME_COLUMNS = 26;
const INPUT_COLUMNS = 50;
/** Arguments that have to make room are cut no shorter. */
const FEWEST_INPUT_COLUMNS = 8;

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
export function callLines(event: ToolResult, call: ViewCall | undefined, style: ViewStyle): string[] {
  const { paint, live } = style;
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
  const said = facts.join(", ");
  const columns = inputColumns(event.tool, said, style.columns);
  const input = call === undefined ? "" : previewInput(call.input, columns);
  const head = `  ${paint(tone, sign)} ${padColumns(event.tool, NAME_COLUMNS)} ${said === "" ? input : padColumns(input, columns)}`;
  const line = said === "" ? head.trimEnd() : `${head} ${paint(tone === "good" ? "faint" : tone, said)}`;
  if (event.status === "ok") return [line];
  return [line, paint("faint", `    ${cutColumns(String(event.result), 160)}`), ...viewThrown(event.thrown, style)];
}

/** An attempt that failed and is repeated: shown while debugging only. */
export function attemptLines(event: Extract<RunEvent, { type: "tool-attempt" }>, style: ViewStyle): string[] {
  if (event.thrown === undefined || event.nextInMs === undefined) return [];
  return [
    `  ${style.paint("careful", "!")} ${event.tool} ${style.paint("careful", `attempt ${event.attempt} failed`)}`,
    ...viewThrown(event.thrown, style),
  ];
}

function viewThrown(thrown: ThrownSummary | undefined, { paint }: ViewStyle): string[] {
  return thrown === undefined ? [] : thrownLines(thrown).map((line) => paint("faint", `    ${cutColumns(line, 160)}`));
}

/** What name and facts leave for the arguments on a line of so many columns. */
function inputColumns(tool: string, said: string, columns: number | undefined): number {
  if (columns === undefined) return INPUT_COLUMNS;
  const taken = 4 + Math.max(NAME_COLUMNS, stringWidth(tool)) + 1 + (said === "" ? 0 : stringWidth(said) + 1);
  return Math.min(INPUT_COLUMNS, Math.max(FEWEST_INPUT_COLUMNS, columns - taken));
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
