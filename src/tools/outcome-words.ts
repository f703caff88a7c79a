import type { InputIssue, ToolOutcome } from "./tool-outcome.ts";

type CodeOf<Status> =
  Extract<ToolOutcome, { status: Status }> extends { readonly code: infer Code extends string } ? Code : never;

/** The sentences about outcomes, in one language. */
export interface OutcomeWords {
  cut(missing: number, total: number): string;
  readOn(tool: string, input: string): string;
  note(note: string): string;
  /** Stands before the text of a tool whose results strangers write. */
  readonly fromOutside: string;
  carriedOut(tool: string, problem: string): string;
  invalid(tool: string, reason: string): string;
  issue(issue: InputIssue): string;
  didYouMean(nearest: readonly string[]): string;
  /** What to do after a refusal of the call's form. */
  readonly afterInvalid: Readonly<Record<CodeOf<"invalid">, string>>;
  denied(tool: string, reason: string): string;
  /** What to do after a denial. */
  readonly afterDenial: Readonly<Record<CodeOf<"denied">, string>>;
  readonly waits: string;
  needsConfirmation(tool: string): string;
  unavailable(facts: {
    readonly tool: string;
    readonly reason: string;
    readonly after: string | undefined;
    readonly tellUser: string | undefined;
  }): string;
  timedOut(after: string): string;
  timeout(tool: string, after: string): string;
  failed(tool: string, reason: string): string;
  /** It failed, and a part of it may have been done. */
  failedInPart(tool: string, reason: string): string;
  inDoubt(tool: string, reason: string): string;
}
