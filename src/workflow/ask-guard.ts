import { askedInCircles } from "./workflow-errors.ts";
import type { Question } from "./visit.ts";

/** A question that is decided, and stands open again so often, would be asked for ever. */
const mostTimes = 3;

/**
 * Told of the questions before each round in which a visit asks. What was decided lets a call go on, so no question comes up
 * again; where one does, the run ends with an error instead of going round without end.
 *
 * @throws `ASKED_IN_CIRCLES`
 */
export function createAskGuard(): (questions: readonly Question[]) => void {
  const asked = new Map<string, number>();
  return (questions) => {
    for (const { position, title } of questions) {
      const times = (asked.get(position) ?? 0) + 1;
      if (times > mostTimes) throw askedInCircles(title);
      asked.set(position, times);
    }
  };
}
