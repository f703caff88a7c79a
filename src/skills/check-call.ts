import { callsAlike, callsTaken } from "./count-calls.ts";
import type { CompiledBan, CompiledSop, CompiledStep } from "./compile-sop.ts";
import type { ArgumentFit } from "./fit-arguments.ts";
import type { JudgedCall } from "./matching-call.ts";
import { plainTool } from "./sop-roles.ts";
import { refuseBan, refuseStep, type BlockedStep } from "./sop-refusals.ts";
import type { SopCall, SopState } from "./sop-state.ts";
import type { SopRefusalReason, SopVerdict } from "./sop-verdict.ts";

/**
 * Judges a call before it runs. Bans come first. Then the call serves the first open step in file order whose tool and
 * arguments match and whose `after` and `when` hold; after those, a step that is done and may be repeated. A call of a
 * tool that only steps of this SOP speak of, and that fits none of them now, is refused.
 */
export function checkCall(compiled: CompiledSop, state: SopState, call: SopCall): SopVerdict {
  const tool = plainTool(call.tool);
  const bans = compiled.bansOfTool.get(tool);
  if (bans !== undefined) {
    for (const ban of bans) {
      const why = forbids(ban, state, call);
      if (why !== undefined) return refuseBan({ compiled, state, ban, why });
    }
  }
  const steps = compiled.stepsOfTool.get(tool);
  if (steps === undefined) return unrelated;
  const judged = { input: call.input, running: state.running };
  let repeat: CompiledStep | undefined;
  let blocked: BlockedStep | undefined;
  for (const step of steps) {
    const fit = step.fit?.(call.input, state.steps) ?? fits;
    const blockedBy = fit.kind === "other" ? undefined : whyBlocked(step, state, judged);
    const why = blockedBy ?? (fit.kind === "fits" ? undefined : fitReasons[fit.kind]);
    if (why === undefined) {
      if (isOpen(step, state)) return step.served;
      repeat ??= step;
    } else {
      const rank = fit.kind === "other" ? notMeant : urgency[why];
      if (blocked === undefined || rank < blocked.rank) blocked = { step, why, fit: blockedBy ? fits : fit, rank };
    }
  }
  if (repeat !== undefined) return repeat.repeated;
  return refuseStep({ compiled, state, blocked: blocked!, call });
}

function forbids(ban: CompiledBan, state: SopState, call: SopCall): "never" | "undecided" | undefined {
  const fit = ban.fit?.(call.input, state.steps) ?? fits;
  if (fit.kind !== "fits") return undefined;
  const holds = ban.isWhen(state.steps);
  if (holds === false) return undefined;
  return holds === undefined ? "undecided" : "never";
}

/** Open: not yet done by calls that have ended or are running, and not skipped. */
function isOpen(step: CompiledStep, state: SopState): boolean {
  return state.steps[step.step.index]!.skip === undefined && callsTaken(step, state) < step.least(state.steps);
}

function whyBlocked(step: CompiledStep, state: SopState, call: JudgedCall): SopRefusalReason | undefined {
  if (step.atMost !== Infinity && callsAlike(step, state, call.input) >= step.atMost) return "times";
  const after = step.isAfter(state.steps, call);
  if (after === false) return "not-due";
  const when = step.isWhen(state.steps);
  if (when === false) return "not-due";
  if (after === undefined) return "after";
  return when === undefined ? "undecided" : undefined;
}

/** Of several steps that the call could serve, the model is told of the one it can do most about. */
const urgency: Readonly<Record<SopRefusalReason, number>> = {
  after: 0,
  undecided: 1,
  args: 2,
  "not-due": 3,
  times: 4,
  never: 5,
};
/** A step that wants other values is hardly the one that the call was meant for. */
const notMeant = 6;
const fitReasons: Readonly<Record<Exclude<ArgumentFit["kind"], "fits">, SopRefusalReason>> = {
  other: "args",
  differs: "args",
  open: "undecided",
};
const fits = { kind: "fits" } as const;
const unrelated = { kind: "unrelated" } as const;
