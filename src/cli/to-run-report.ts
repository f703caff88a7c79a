import type { CallRow, ConformanceRow, RunRow } from "../store/run-store.ts";
import type { StepView } from "../trace/run-event.ts";
import type { ThrownSummary } from "../trace/thrown-summary.ts";

/** How a run kept to the SOPs of its skills: what `sopwith report --json` prints. */
export interface RunReport {
  readonly run: string;
  readonly thread: string;
  readonly workflow: string;
  readonly status: RunRow["status"];
  /** True when every visit conforms. */
  readonly conforms: boolean;
  readonly visits: readonly VisitReport[];
  /** What happened outside of it meanwhile, such as tools of MCP servers that came and went. */
  readonly news?: NonNullable<RunRow["news"]>;
}

/** How one node visit kept to its SOP. */
export interface VisitReport extends Pick<ConformanceRow, "path" | "visit" | "skill" | "hash" | "mode" | "conforms"> {
  /** The skill's hash on disk, where it is another one now; null where the skill is gone. */
  readonly hashOnDisk?: string | null;
  readonly steps: readonly StepLine[];
  readonly refused: readonly RefusedLine[];
}

/** One step, with the calls that show what became of it. */
export interface StepLine extends Omit<StepView, "calls"> {
  readonly calls: readonly CallLine[];
}

/** One call as evidence. Facts that the journal does not know are absent. */
export interface CallLine {
  readonly id: string;
  readonly tool?: string;
  readonly status?: string;
  readonly startedAt?: string;
  readonly finishedAt?: string;
  /** What it threw, where it was made while debugging. */
  readonly thrown?: ThrownSummary;
}

/** A call that the SOP stopped before it ran. */
export type RefusedLine = ConformanceRow["refused"][number];

/** What a report is made of, beside the run's row. */
export interface ReportSources {
  readonly calls: readonly CallRow[];
  /** Hash of each skill as it is on disk now. */
  readonly onDisk: ReadonlyMap<string, string | undefined>;
}

/** Joins what the run's row says of steps with the journal's calls. */
export function toRunReport(run: RunRow, { calls, onDisk }: ReportSources): RunReport {
  const byId = new Map(calls.map((call) => [call.id, call]));
  const visits = (run.conformance ?? []).map((row): VisitReport => {
    const { path, visit, skill, hash, mode, conforms, steps, refused } = row;
    const now = onDisk.get(skill);
    return {
      path,
      visit,
      skill,
      hash,
      mode,
      conforms,
      ...(now !== hash && { hashOnDisk: now ?? null }),
      steps: steps.map((step) => ({ ...step, calls: step.calls.map((id) => toCallLine(id, byId.get(id))) })),
      refused,
    };
  });
  const { id, thread, workflow, status, news } = run;
  const conforms = visits.every((visit) => visit.conforms);
  return { run: id, thread, workflow, status, conforms, visits, ...(news && { news }) };
}

function toCallLine(id: string, call: CallRow | undefined): CallLine {
  if (!call) return { id };
  const { tool, startedAt, finishedAt } = call;
  const ended = call.outcome as { readonly status?: string; readonly thrown?: ThrownSummary } | undefined;
  return {
    id,
    tool,
    status: ended?.status ?? call.status,
    startedAt,
    ...(finishedAt !== undefined && { finishedAt }),
    ...(ended?.thrown && { thrown: ended.thrown }),
  };
}
