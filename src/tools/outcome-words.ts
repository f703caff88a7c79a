import type { InputIssue, ToolOutcome } from "./tool-outcome.ts";

type CodeOf<Status> =
  Extract<ToolOutcome, { status: Status }> extends { readonly code: infer Code extends string } ? Code : never;

/** Why a tool is unavailable, and when it may be tried again. */
export interface UnavailableFacts {
  readonly tool: string;
  readonly reason: string;
  readonly after: string | undefined;
  readonly tellUser: string | undefined;
}

/** The sentences about failures. */
export interface FailureWords {
  unavailable(facts: UnavailableFacts): string;
  timeout(tool: string, after: string): string;
  failed(tool: string, reason: string): string;
}

/** The sentences about outcomes, in one language. Those about failures say that nothing was changed. */
export interface OutcomeWords extends FailureWords {
  cut(missing: number, total: number): string;
  readOn(tool: string, input: string): string;
  note(note: string): string;
  /** Stands before the text of a tool whose results strangers write. */
  readonly fromOutside: string;
  carriedOut(tool: string, problem: string): string;
  invalid(tool: string, reason: string): string;
  notFound(name: string): string;
  issue(issue: InputIssue): string;
  didYouMean(nearest: readonly string[]): string;
  /** What to do after a refusal of the call's form. */
  readonly afterInvalid: Readonly<Record<CodeOf<"invalid">, string>>;
  denied(tool: string, reason: string): string;
  /** What to do after a denial. */
  readonly afterDenial: Readonly<Record<CodeOf<"denied">, string>>;
  readonly waits: string;
  needsConfirmation(tool: string): string;
  timedOut(after: string): string;
  /** It may have been done, or a part of it, and a second call does nothing more. */
  readonly mayHaveActed: FailureWords;
  /** It failed, a part of it may have been done, and a second call may do it twice. */
  failedInPart(tool: string, reason: string): string;
  inDoubt(tool: string, reason: string): string;
}
