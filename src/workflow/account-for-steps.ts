import type { MissingStep } from "../skills/missing-steps.ts";
import type { SopGuard } from "./sop-guard.ts";
import { sopText } from "./sop-text.ts";
import type { TurnLoop } from "./turn-loop.ts";
import { sopIncomplete } from "./workflow-errors.ts";

/** What a finish comes to: the model is told what is missing, or the node ends, with what is left undone. */
export type Account = { readonly nudge: string } | { readonly undone: readonly string[] };

/**
 * Holds a finish against the SOP. While there are nudges left the model is told once of every step that is due and
 * unaccounted for (steps without a level word in the first nudge only); a step that was tried in vain is not asked for
 * again.
 *
 * @throws `SOP_INCOMPLETE` in `enforce`, when the nudges are used up
 */
export function accountForSteps(loop: TurnLoop, at: { readonly nudges: number; readonly last: boolean }): Account {
  const { guard, visit } = loop;
  if (!guard || guard.mode === "report") return { undone: [] };
  const words = sopText(visit.context.locale);
  const owed = owedSteps(guard, at.nudges === 0 ? "should" : "must");
  if (owed.length > 0 && at.nudges < loop.maxNudges && !at.last) return { nudge: words.nudge(owed) };
  const missing = guard.missing("must");
  if (missing.length > 0 && guard.mode === "enforce") throw sopIncomplete(visit.node, missing.map(words.undone));
  return { undone: missing.map(words.undone) };
}

function owedSteps(guard: SopGuard, level: "must" | "should"): readonly MissingStep[] {
  return guard.missing(level).filter((step) => step.status === "missing" || step.status === "out-of-order");
}
