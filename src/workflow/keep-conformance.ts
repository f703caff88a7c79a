import type { Skill } from "../skills/skill.ts";
import type { SopReport } from "../skills/sop-report.ts";
import type { StepView } from "../trace/run-event.ts";
import type { SopGuard } from "./sop-guard.ts";
import type { Visit } from "./visit.ts";

/** Keeps in the run's row how a visit kept to its SOP, and tells the trace. */
export async function keepConformance(visit: Visit, skill: Skill, guard: SopGuard): Promise<void> {
  const { context, path } = visit;
  const report = guard.report();
  const steps = toStepViews(report);
  const row = {
    path,
    visit: visit.visit,
    skill: skill.name,
    hash: skill.hash,
    mode: guard.mode,
    conforms: report.conforms,
    steps,
    refused: refusedCalls(report),
  };
  const others = (context.row.conformance ?? []).filter((other) => other.path !== path || other.visit !== visit.visit);
  context.row = { ...context.row, conformance: [...others, row] };
  await context.parts.store.putRun(context.row);
  context.emit({
    type: "conformance",
    node: path,
    skill: skill.name,
    mode: guard.mode,
    conforms: report.conforms,
    steps,
  });
}

function toStepViews(report: SopReport): readonly StepView[] {
  return report.steps.map(({ step, text, level, line, status, calls, reason, at, late, evidence }) => ({
    ...(step !== undefined && { step }),
    text,
    level,
    line,
    status,
    calls,
    ...(reason !== undefined && { reason }),
    ...(at !== undefined && { doneAt: new Date(at).toISOString() }),
    ...(late && { late }),
    ...(evidence && { evidence }),
  }));
}

/** Calls that the SOP stopped before they ran. */
function refusedCalls(
  report: SopReport,
): readonly { readonly callId: string; readonly tool: string; readonly reason: string }[] {
  return report.violations.flatMap(({ callId, tool, ran, refusal }) =>
    ran ? [] : [{ callId, tool, reason: refusal.reason }],
  );
}
