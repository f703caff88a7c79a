import { parsedConformance } from "../skills/conformance.ts";
import type { MissingStep, SkipVerdict, SopMode } from "../skills/missing-steps.ts";
import type { Skill } from "../skills/skill.ts";
import { plainTool } from "../skills/sop-roles.ts";
import type { SopReport } from "../skills/sop-report.ts";
import type { SopEvent } from "../skills/sop-state.ts";
import type { CallGuard } from "../tools/call-scope.ts";
import type { ToolOutcome } from "../tools/tool-outcome.ts";
import { canonicalJson } from "../base/json.ts";
import { formatLocation } from "../base/source-location.ts";
import type { Emit } from "../trace/run-event.ts";
import { emitSteps } from "./emit-steps.ts";
import type { VisitJournal } from "./visit-journal.ts";

/** The name under which a model accounts for a step that it does not do. */
export const SKIP_TOOL = "sop/skip";

/** Holds the calls of one node visit against the skill's SOP. */
export interface SopGuard extends CallGuard {
  readonly mode: SopMode;
  /** True when calls of these tools, one name for each call, must run one after the other. */
  orders(tools: readonly string[]): boolean;
  canSkip(step: string): SkipVerdict;
  /** Steps that are due and not accounted for; with `should`, those without a level word too. */
  missing(level: "must" | "should"): readonly MissingStep[];
  report(): SopReport;
}

/** What a guard watches over. */
export interface GuardParts {
  /** The node's path, for the trace. */
  readonly path: string;
  readonly emit: Emit;
  readonly skill: Skill;
  readonly mode: SopMode;
  /** Knows when a call ended that is told of once more. */
  readonly journal: Pick<VisitJournal, "endedAt">;
}

/**
 * Makes the guard of a visit. In `report` it only watches; otherwise it refuses what breaks order or a ban, with the
 * step, its line, and what would make it right. A visit that is entered again tells it the recorded calls once more,
 * so it comes to the same state.
 */
export function createSopGuard({ path, emit, skill, mode, journal }: GuardParts): SopGuard {
  const checker = parsedConformance(skill.sop);
  const stepsOf = countSteps(skill);
  let state = checker.initial;

  return {
    mode,
    orders: (tools) => mode !== "report" && mayNeedEachOther(tools, stepsOf),
    check(tool, input, callId) {
      if (tool === SKIP_TOOL) return undefined;
      const held = state.running.find((running) => running.callId === callId);
      if (held !== undefined) {
        // A call that waited for a person was judged before it waited, and holds its step since then. With the arguments
        // that a person gave in place of the model's it is another call.
        if (canonicalJson(held.input) === canonicalJson(input)) return undefined;
        state = { ...state, running: state.running.filter((running) => running !== held) };
      }
      const at = Date.now();
      const verdict = checker.check(state, { tool, input });
      // A fallback stands in for a call that has started already, and does the step of that call: only bans hold for it.
      const standsIn = callId.includes("~");
      const passes =
        verdict.kind !== "refused" || (standsIn && verdict.step !== undefined && verdict.code === "SOP_ORDER");
      if (passes || mode === "report") {
        if (!standsIn) state = checker.next(state, { type: "start", callId, tool, input, at }, verdict);
        return undefined;
      }
      state = checker.next(state, { type: "call", callId, tool, input, status: "denied", at }, verdict);
      const where = formatLocation({ file: `${skill.name}/SKILL.md`, line: verdict.line });
      return { code: verdict.code, reason: `${verdict.reason} ${verdict.fix} (${where})` };
    },
    settle(outcome, input) {
      // What the journal says is what a resumed run will say too.
      const at = journal.endedAt(outcome.callId) ?? Date.now();
      const next = checker.next(state, toEvent(outcome, input, at));
      emitSteps({ path, skill, before: state, after: next, outcome }, emit);
      state = next;
    },
    canSkip: (step) => checker.canSkip(state, step, mode),
    missing: (level) => checker.missing(state, { level }),
    report: () => checker.report(state),
  };
}

/** How many steps name each tool. A skip counts as two, since any call may be what waits for it. */
function countSteps({ sop }: Skill): ReadonlyMap<string, number> {
  const counts = new Map([[SKIP_TOOL, 2]]);
  for (const tool of sop.steps.flatMap((step) => step.tools.map(plainTool)))
    counts.set(tool, (counts.get(tool) ?? 0) + 1);
  return counts;
}

/** Calls of one tool that serves one step are repeats of it, and may run side by side. */
function mayNeedEachOther(tools: readonly string[], stepsOf: ReadonlyMap<string, number>): boolean {
  const named = tools.filter((tool) => stepsOf.has(tool));
  return named.length > 1 && (new Set(named).size > 1 || stepsOf.get(named[0]!)! > 1);
}

/** The end of a call as the ledger takes it; an accepted skip is one of a step. */
function toEvent(outcome: ToolOutcome, input: unknown, at: number): SopEvent {
  const { callId, status } = outcome;
  if (outcome.tool === SKIP_TOOL && status === "ok") {
    const { step, reason } = input as { readonly step: string; readonly reason: string };
    return { type: "skip", step, reason, at };
  }
  const tool = outcome.insteadOf ?? outcome.tool;
  return { type: "call", callId, tool, input, status, at, ...(outcome.status === "ok" && { output: outcome.output }) };
}
