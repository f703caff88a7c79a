import type { ToolOutcome } from "../tools/tool-outcome.ts";
import { toQuestion } from "./confirmations.ts";
import { toDoubtQuestion } from "./doubts.ts";
import type { VisitJournal } from "./visit-journal.ts";
import type { Question } from "./visit.ts";

/** What a person must be asked before the work goes on from an outcome; `undefined` for one that stands. */
export function questionAbout(outcome: ToolOutcome, journal: VisitJournal): Question | undefined {
  if (outcome.status === "needs_confirmation") return toQuestion(outcome.request);
  return outcome.status === "in_doubt" ? toDoubtQuestion(outcome, journal.row(outcome.callId)) : undefined;
}
