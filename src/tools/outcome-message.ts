import { formatDuration } from "../base/duration.ts";
import { safeStringify } from "../base/json.ts";
import { cleanText } from "./clean-text.ts";
import { withoutMedia } from "./media-parts.ts";
import { chineseOutcomeWords } from "./outcome-words-zh.ts";
import { englishOutcomeWords } from "./outcome-words-en.ts";
import type { OutcomeWords } from "./outcome-words.ts";
import type { InputIssue, ToolOutcome, UnseenTool } from "./tool-outcome.ts";
import type { Locale } from "./tool.ts";

/** A result longer than this many UTF-16 units is cut. */
const maxOutputLength = 20_000;

/**
 * An outcome in words for the model: what happened, what may be tried, what to tell the user. For `ok` the output: a
 * text as it is, anything else as JSON, cut at 20,000 characters with a mark that says how much is missing.
 */
export function toOutcomeMessage(
  outcome: ToolOutcome,
  locale: Locale,
  { maxLength = maxOutputLength, reader, fromOutside = false }: MessageLimits = {},
): string {
  const words = wordsOf(locale);
  const parts =
    outcome.status === "ok"
      ? okParts(outcome, words, (text) => cut(text, words, { maxLength, reader, callId: outcome.callId }))
      : [describe(outcome, words)];
  if (fromOutside && (outcome.status === "ok" || outcome.status === "failed")) parts.unshift(words.fromOutside);
  // A note could name a tool that the caller may not know of.
  const unseen = outcome.status === "denied" && outcome.unseen !== undefined;
  for (const note of (unseen ? undefined : outcome.notes) ?? []) parts.push(words.note(note));
  return cleanText(parts.join("\n"));
}

/** How much of a result a model is shown, and how it may read on. */
export interface MessageLimits {
  /** In UTF-16 units. @default 20000 */
  readonly maxLength?: number;
  /** The tool that reads on. @default none: what was cut is not shown */
  readonly reader?: string;
  /** True for a tool whose results strangers write: the model is told so. @default false */
  readonly fromOutside?: boolean;
}

/** The whole result of a call as the model's text; of pictures, sounds and files it says only how large they are. */
export function toResultText({ output }: Extract<ToolOutcome, { status: "ok" }>): string {
  return typeof output === "string" ? output : escapeLineEnds(safeStringify(withoutMedia(output)));
}

/** JSON leaves these two line ends as they are; cleaned afterwards they would break its texts. */
function escapeLineEnds(json: string): string {
  return json.replace(/[\u2028\u2029]/g, (end) => (end === "\u2028" ? "\\u2028" : "\\u2029"));
}

/** Why a call did not end `ok`, as one sentence for people: for the trace and for lists. */
export function toOutcomeReason(outcome: Exclude<ToolOutcome, { status: "ok" }>, locale: Locale): string {
  const words = wordsOf(locale);
  if (outcome.status === "needs_confirmation") return words.waits;
  if (outcome.status === "timeout") return words.timedOut(formatDuration(outcome.timeoutMs));
  if (outcome.status !== "invalid") return outcome.reason;
  if (outcome.issues.length === 0 && outcome.nearest === undefined) return outcome.reason;
  let text = outcome.reason;
  for (const issue of outcome.issues) text += ` ${issueLine(issue, words)}`;
  return withGuess(text, outcome.nearest, words);
}

function wordsOf(locale: Locale): OutcomeWords {
  return locale === "zh" ? chineseOutcomeWords : englishOutcomeWords;
}

function okParts(
  outcome: Extract<ToolOutcome, { status: "ok" }>,
  words: OutcomeWords,
  shorten: (text: string) => string,
): string[] {
  const text = shorten(toResultText(outcome));
  const { tool, outputProblem } = outcome;
  return outputProblem === undefined ? [text] : [words.carriedOut(tool, outputProblem), text];
}

interface Cut {
  readonly maxLength: number;
  readonly reader: string | undefined;
  readonly callId: string;
}

function cut(text: string, words: OutcomeWords, { maxLength, reader, callId }: Cut): string {
  if (text.length <= maxLength) return text;
  const mark = words.cut(text.length - maxLength, text.length);
  const shown = `${text.slice(0, maxLength)}\n${mark}`;
  return reader === undefined
    ? shown
    : `${shown}\n${words.readOn(reader, JSON.stringify({ call: callId, from: maxLength }))}`;
}

function describe(outcome: Exclude<ToolOutcome, { status: "ok" }>, words: OutcomeWords): string {
  const { tool } = outcome;
  switch (outcome.status) {
    case "invalid":
      return describeInvalid(outcome, words);
    case "denied":
      if (outcome.unseen !== undefined) return describeUnseen(outcome.unseen, words);
      return `${words.denied(tool, outcome.reason)} ${words.afterDenial[outcome.code]}`;
    case "needs_confirmation":
      return words.needsConfirmation(tool);
    case "unavailable":
      return (outcome.mayHaveActed ? words.mayHaveActed : words).unavailable({
        tool,
        reason: outcome.reason,
        after: outcome.retryAfterMs === undefined ? undefined : formatDuration(outcome.retryAfterMs),
        tellUser: outcome.tellUser,
      });
    case "timeout":
      return (outcome.mayHaveActed ? words.mayHaveActed : words).timeout(tool, formatDuration(outcome.timeoutMs));
    case "failed":
      if (outcome.mayHaveActed && !outcome.repeatable) return words.failedInPart(tool, outcome.reason);
      return (outcome.mayHaveActed ? words.mayHaveActed : words).failed(tool, outcome.reason);
    case "in_doubt":
      return words.inDoubt(tool, outcome.reason);
    default:
      return outcome satisfies never;
  }
}

/** Word for word what is said of a name that nobody has. */
function describeUnseen({ name, nearest }: UnseenTool, words: OutcomeWords): string {
  const head = withGuess(words.invalid(name, words.notFound(name)), nearest, words);
  return `${head}\n${words.afterInvalid.TOOL_NOT_FOUND}`;
}

function describeInvalid(
  { tool, code, reason, issues, nearest }: Extract<ToolOutcome, { status: "invalid" }>,
  words: OutcomeWords,
): string {
  const head = withGuess(words.invalid(tool, reason), nearest, words);
  const list = issues.map((issue) => `- ${issueLine(issue, words)}`);
  return [head, ...list, words.afterInvalid[code]].join("\n");
}

function issueLine(issue: InputIssue, words: OutcomeWords): string {
  return withGuess(words.issue(issue), issue.nearest, words);
}

function withGuess(text: string, nearest: readonly string[] | undefined, words: OutcomeWords): string {
  return nearest === undefined || nearest.length === 0 ? text : `${text} ${words.didYouMean(nearest)}`;
}
