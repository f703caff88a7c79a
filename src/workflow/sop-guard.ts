import { conformance, type Conformance } from "../skills/conformance.ts";
import type { MissingStep, SkipVerdict, SopMode } from "../skills/missing-steps.ts";
import type { Skill } from "../skills/skill.ts";
import type { SopReport } from "../skills/sop-report.ts";
import type { SopCallStatus, SopState } from "../skills/sop-state.ts";
import type { CallGuard } from "../tools/call-scope.ts";
import type { ToolOutcome } from "../tools/tool-outcome.ts";
import { formatLocation } from "../base/source-location.ts";
import type { Visit } from "./visit.ts";

/** The name under which a model accounts for a step that it does not do. */
export const SKIP_TOOL = "sop/skip";

/** Holds the calls of one node visit against the skill's SOP. */
export interface SopGuard extends CallGuard {
  readonly mode: SopMode;
  /** True when calls of these tools must run one after the other, since the SOP orders them. */
  orders(tools: readonly string[]): boolean;
  canSkip(step: string): SkipVerdict;
  /** Steps that are due and not accounted for; with `should`, those without a level word too. */
  missing(level: "must" | "should"): readonly MissingStep[];
  report(): SopReport;
}

/**
 * Makes the guard of a visit. In `report` it only watches; otherwise it refuses what breaks order or a ban, with the
 * step, its line, and what would make it right. A visit that is entered again tells it the recorded calls once more,
 * so it comes to the same state.
 */
export function createSopGuard(visit: Visit, skill: Skill, mode: SopMode): SopGuard {
  const checker = conformance(skill.sop);
  const named = new Set(skill.sop.steps.flatMap((step) => step.tools));
  let state = checker.initial;

  const move = (next: SopState): void => {
    emitChanges(visit, { skill, before: state, after: next });
    state = next;
  };
  return {
    mode,
    orders: (tools) => mode !== "report" && new Set(tools.filter((tool) => named.has(tool))).size > 1,
    check(tool, input, callId) {
      const verdict = checker.check(state, { tool, input });
      if (verdict.kind !== "refused" || mode === "report") {
        // A fallback stands in for a call that has started already.
        if (!callId.includes("~")) move(checker.next(state, { type: "start", callId, tool, input, at: Date.now() }));
        return undefined;
      }
      move(checker.next(state, { type: "call", callId, tool, input, status: "denied", at: Date.now() }));
      const where = formatLocation({ file: `${skill.name}/SKILL.md`, line: verdict.line });
      return { code: verdict.code, reason: `${verdict.reason} ${verdict.fix} (${where})` };
    },
    settle(outcome, input) {
      move(nextState(checker, state, { outcome, input }));
    },
    canSkip: (step) => checker.canSkip(state, step, mode),
    missing: (level) => checker.missing(state, { level }),
    report: () => checker.report(state),
  };
}

/** The end of a call in the ledger; an accepted skip is one of a step. */
function nextState(
  checker: Conformance,
  state: SopState,
  { outcome, input }: { readonly outcome: ToolOutcome; readonly input: unknown },
): SopState {
  const at = Date.now();
  if (outcome.tool === SKIP_TOOL) {
    if (outcome.status !== "ok") return state;
    const { step, reason } = input as { readonly step: string; readonly reason: string };
    return checker.next(state, { type: "skip", step, reason, at });
  }
  const tool = outcome.insteadOf ?? outcome.tool;
  const status: SopCallStatus = outcome.status;
  return checker.next(state, {
    type: "call",
    callId: outcome.callId,
    tool,
    input,
    status,
    at,
    ...(outcome.status === "ok" && { output: outcome.output }),
  });
}

/** Tells the trace of each step that was done, skipped or tried in vain just now. */
function emitChanges(
  visit: Visit,
  { skill, before, after }: { readonly skill: Skill; readonly before: SopState; readonly after: SopState },
): void {
  for (const [index, ledger] of after.steps.entries()) {
    const old = before.steps[index];
    if (ledger === old) continue;
    const step = skill.sop.steps[index]!;
    const done = ledger.count > (old?.count ?? 0);
    const skipped = ledger.skip !== undefined && old?.skip === undefined;
    const failed = !done && ledger.calls.length > (old?.calls.length ?? 0);
    if (!done && !skipped && !failed) continue;
    const status = done ? "done" : skipped ? "skipped" : "failed";
    visit.context.emit({
      type: "sop-step",
      node: visit.path,
      skill: skill.name,
      step: step.id,
      status,
      text: step.text,
      line: step.line,
    });
  }
}
