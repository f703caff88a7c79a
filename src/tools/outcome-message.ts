import { formatDuration } from "../base/duration.ts";
import { safeStringify } from "../base/json.ts";
import { chineseOutcomeWords } from "./outcome-words-zh.ts";
import { englishOutcomeWords } from "./outcome-words-en.ts";
import type { OutcomeWords } from "./outcome-words.ts";
import type { InputIssue, ToolOutcome } from "./tool-outcome.ts";
import type { Locale } from "./tool.ts";

/** A result longer than this many UTF-16 units is cut. */
const maxOutputLength = 20_000;

/**
 * An outcome in words for the model: what happened, what may be tried, what to tell the user. For `ok` the output: a
 * text as it is, anything else as JSON, cut at 20,000 characters with a mark that says how much is missing.
 */
export function toOutcomeMessage(outcome: ToolOutcome, locale: Locale): string {
  const words = wordsOf(locale);
  const parts = outcome.status === "ok" ? okParts(outcome, words) : [describe(outcome, words)];
  for (const note of outcome.notes ?? []) parts.push(words.note(note));
  return parts.join("\n").toWellFormed();
}

/** Why a call did not end `ok`, as one sentence for people: for the trace and for lists. */
export function toOutcomeReason(outcome: Exclude<ToolOutcome, { status: "ok" }>, locale: Locale): string {
  const words = wordsOf(locale);
  if (outcome.status === "needs_confirmation") return words.waits;
  if (outcome.status === "timeout") return words.timedOut(formatDuration(outcome.timeoutMs));
  if (outcome.status !== "invalid") return outcome.reason;
  const issues = outcome.issues.map((issue) => issueLine(issue, words));
  return [outcome.reason, ...issues, ...didYouMean(outcome.nearest, words)].join(" ");
}

function wordsOf(locale: Locale): OutcomeWords {
  return locale === "zh" ? chineseOutcomeWords : englishOutcomeWords;
}

function okParts(
  { tool, output, outputProblem }: Extract<ToolOutcome, { status: "ok" }>,
  words: OutcomeWords,
): string[] {
  const text = cut(typeof output === "string" ? output : safeStringify(output), words);
  return outputProblem === undefined ? [text] : [words.carriedOut(tool, outputProblem), text];
}

function cut(text: string, words: OutcomeWords): string {
  if (text.length <= maxOutputLength) return text;
  return `${text.slice(0, maxOutputLength)}\n${words.cut(text.length - maxOutputLength, text.length)}`;
}

function describe(outcome: Exclude<ToolOutcome, { status: "ok" }>, words: OutcomeWords): string {
  const { tool } = outcome;
  switch (outcome.status) {
    case "invalid":
      return describeInvalid(outcome, words);
    case "denied":
      return `${words.denied(tool, outcome.reason)} ${words.afterDenial[outcome.code]}`;
    case "needs_confirmation":
      return words.needsConfirmation(tool);
    case "unavailable":
      return words.unavailable({
        tool,
        reason: outcome.reason,
        after: outcome.retryAfterMs === undefined ? undefined : formatDuration(outcome.retryAfterMs),
        tellUser: outcome.tellUser,
      });
    case "timeout":
      return words.timeout(tool, formatDuration(outcome.timeoutMs));
    case "failed":
      return words.failed(tool, outcome.reason);
    case "in_doubt":
      return words.inDoubt(tool, outcome.reason);
    default:
      return outcome satisfies never;
  }
}

function describeInvalid(
  { tool, code, reason, issues, nearest }: Extract<ToolOutcome, { status: "invalid" }>,
  words: OutcomeWords,
): string {
  const head = [words.invalid(tool, reason), ...didYouMean(nearest, words)].join(" ");
  const list = issues.map((issue) => `- ${issueLine(issue, words)}`);
  return [head, ...list, words.afterInvalid[code]].join("\n");
}

function issueLine(issue: InputIssue, words: OutcomeWords): string {
  return [words.issue(issue), ...didYouMean(issue.nearest, words)].join(" ");
}

function didYouMean(nearest: readonly string[] | undefined, words: OutcomeWords): string[] {
  return nearest === undefined || nearest.length === 0 ? [] : [words.didYouMean(nearest)];
}
