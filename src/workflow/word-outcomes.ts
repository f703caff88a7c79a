import { toOutcomeMessage, toResultText } from "../tools/outcome-message.ts";
import type { ToolOutcome } from "../tools/tool-outcome.ts";
import { RESULT_TOOL } from "./result-reader.ts";
import type { TurnLoop } from "./turn-loop.ts";

/** Characters of one result, and of all results of one turn together. */
const maxResultLength = 20_000;
const maxTurnLength = 60_000;
/** However many results a turn has, each shows as much. */
const minResultLength = 2000;
/** What our reader adds below its page must not cut the page again. */
const readerLine = 200;

/** The outcomes of one turn in words. Where they are too long together, the long ones are cut, and can be read on. */
export function wordOutcomes(loop: TurnLoop, outcomes: readonly ToolOutcome[]): string[] {
  const { locale, parts, taint, thread } = loop.visit.context;
  const isUntrusted = ({ tool }: ToolOutcome): boolean =>
    parts.tools.resolve(tool, thread)?.labels?.includes("untrusted") === true;
  const lengths = outcomes.map((outcome) => (outcome.status === "ok" ? toResultText(outcome).length : 0));
  const maxLength = fairLength(lengths);
  return outcomes.map((outcome, index) => {
    if (outcome.tool === RESULT_TOOL)
      return toOutcomeMessage(outcome, locale, {
        maxLength: maxResultLength + readerLine,
        fromOutside: taint.has("untrusted"),
      });
    if (lengths[index]! > maxLength) loop.seen.cut = true;
    return toOutcomeMessage(outcome, locale, {
      maxLength,
      reader: RESULT_TOOL,
      fromOutside: isUntrusted(outcome),
    });
  });
}

/** The longest each may be so that all fit: what short ones leave free goes to the long ones. */
function fairLength(lengths: readonly number[]): number {
  let room = maxTurnLength;
  let left = lengths.length;
  for (const length of lengths.toSorted((a, b) => a - b)) {
    const share = room / left;
    if (length > share) return Math.max(minResultLength, Math.min(maxResultLength, Math.floor(share)));
    room -= length;
    left -= 1;
  }
  return maxResultLength;
}
