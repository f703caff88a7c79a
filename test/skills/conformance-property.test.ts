import { expect, test } from "vitest";
import { checkSop } from "../../src/skills/check-sop.ts";
import { conformance } from "../../src/skills/conformance.ts";
import type { SopEvent, SopState } from "../../src/skills/sop-state.ts";
import type { SopVerdict } from "../../src/skills/sop-verdict.ts";
import type { Sop } from "../../src/skills/sop.ts";
import { createDice, randomEvents, randomSop } from "./random-sop.ts";
import { createReference } from "./reference-checker.ts";

const wanted = 12_000;

test(`judges ${wanted} random runs as the slow reference does`, { timeout: 300_000 }, () => {
  const seed = Number(process.env["SOPWITH_SEED"] ?? 1);
  let cases = 0;
  for (let number = 0; cases < wanted; number += 1) {
    const dice = createDice(seed * 1_000_003 + number);
    const sop = randomSop(dice);
    if (checkSop(sop).length > 0) continue;
    cases += 1;
    const events = randomEvents(sop, dice);
    const difference = firstDifference(sop, events);
    expect(difference && { seed, number, difference, sop, events }).toBeUndefined();
  }
  expect(cases).toBe(wanted);
});

function firstDifference(sop: Sop, events: readonly SopEvent[]): object | undefined {
  const checker = conformance(sop);
  const reference = createReference(sop);
  let state = frozen(checker.initial);
  for (const [index, event] of events.entries()) {
    if (event.type !== "skip") {
      const seen = inWords(checker.check(state, event));
      const right = reference.verdict(event);
      if (seen !== right) return { index, verdict: { seen, right } };
    }
    state = frozen(checker.next(state, event));
    reference.tell(event);
    const seen = answersOf(sop, {
      statuses: () =>
        checker.report(state).steps.flatMap(({ step, status }) => (step === undefined ? [] : [`${step} ${status}`])),
      missing: (level) => checker.missing(state, { level }).map(({ step }) => step),
      canSkip: (step, mode) => checker.canSkip(state, step, mode).allowed,
    });
    const right = answersOf(sop, reference);
    if (seen !== right) return { index, seen, right };
  }
  return undefined;
}

/** A change in place would throw: modules are strict. */
function frozen(state: SopState): SopState {
  for (const list of [state, state.steps, state.running, state.ended, state.violations, ...state.steps])
    Object.freeze(list);
  for (const ledger of state.steps) Object.freeze(ledger.calls);
  return state;
}

type Answers = Omit<ReturnType<typeof createReference>, "verdict" | "tell">;

function answersOf(sop: Sop, { statuses, missing, canSkip }: Answers): string {
  const skips = sop.steps.map(({ id }) => `${id} ${canSkip(id, "guide")} ${canSkip(id, "enforce")}`);
  return [statuses(), missing("must"), missing("should"), skips].map((list) => list.join(", ")).join(" | ");
}

function inWords(verdict: SopVerdict): string {
  if (verdict.kind === "unrelated") return "unrelated";
  if (verdict.kind === "allowed") return `${verdict.repeat ? "repeat" : "allowed"} ${verdict.step}`;
  return ["refused", verdict.why, ...(verdict.step === undefined ? [] : [verdict.step])].join(" ");
}
