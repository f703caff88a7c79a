import type { Skill } from "../skills/skill.ts";
import type { SopState, StepLedger } from "../skills/sop-state.ts";
import type { ToolOutcome } from "../tools/tool-outcome.ts";
import type { Emit } from "../trace/run-event.ts";

/** The ledger before and after a call, and the call. */
export interface LedgerChange {
  /** The node's path. */
  readonly path: string;
  readonly skill: Skill;
  readonly before: SopState;
  readonly after: SopState;
  readonly outcome: ToolOutcome;
}

/** Tells the trace of each step that was done, skipped or tried in vain just now. */
export function emitSteps({ path, skill, before, after, outcome }: LedgerChange, emit: Emit): void {
  for (let index = 0; index < after.steps.length; index += 1) {
    const ledger = after.steps[index]!;
    const old = before.steps[index]!;
    const status = ledger === old ? undefined : changeOf(old, ledger);
    if (status === undefined) continue;
    const { id, text, line } = skill.sop.steps[index]!;
    emit({
      type: "sop-step",
      node: path,
      skill: skill.name,
      step: id,
      status,
      text,
      line,
      callId: outcome.callId,
      ...(status === "skipped" && { reason: ledger.skip!.reason }),
      ...(outcome.replayed && { replayed: true }),
    });
  }
}

function changeOf(before: StepLedger, after: StepLedger): "done" | "skipped" | "failed" | undefined {
  if (after.skip !== undefined && before.skip === undefined) return "skipped";
  const call = after.calls.length > before.calls.length ? after.calls.at(-1) : undefined;
  return call && (call.counts && call.status !== "failed" ? "done" : "failed");
}
