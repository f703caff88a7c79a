import { formatDuration } from "../base/duration.ts";
import { toOutcomeReason } from "../tools/outcome-message.ts";
import type { ToolOutcome } from "../tools/tool-outcome.ts";
import type { RunRow } from "../store/run-store.ts";
import type { JoinedCall } from "./read-run.ts";

/** What the gateway did with a call, for people. */
export interface OutcomeFacts {
  readonly tool: string;
  /** As an outcome's; `under way` where none is known yet; reads leave no trace before their end. */
  readonly status: string;
  /** The code and the stage that refused, attempts, time, version, backend, rule. */
  readonly facts: readonly string[];
  /** Repairs and replacements. */
  readonly notes: readonly string[];
  /** The result, or the reason why there is none. */
  readonly words: unknown;
  /** The arguments as the tool got them, where the journal has them. */
  readonly input?: unknown;
}

/** Stages of the gateway by the codes that they refuse with. */
const stages: Readonly<Record<string, string>> = {
  TOOL_NOT_FOUND: "resolve",
  NOT_GRANTED: "authorize",
  NOT_IN_SKILL: "authorize",
  NOT_PERMITTED: "authorize",
  NOT_VISIBLE: "open",
  TOOLSET_OFF: "open",
  TOOL_OFF: "open",
  TOOL_NOT_AVAILABLE: "open",
  INPUT_INVALID: "validate",
  INPUT_UNREADABLE: "validate",
  SOP_ORDER: "guard",
  SOP_NEVER: "guard",
  BREAKER_OPEN: "ready",
  RATE_LIMITED: "ready",
  SHED: "ready",
  BACKENDS_OUT: "ready",
  NO_BACKEND: "ready",
  REJECTED: "confirm",
  BUSY: "schedule",
  TURN_TIME: "schedule",
  OUTPUT_INVALID: "validate-output",
  OUTPUT_TOO_LARGE: "validate-output",
};

/** Brings together what journal and audit trail say of one call. The journal goes first: it has whole values. */
export function outcomeFacts({ id, asked, journal, audit }: JoinedCall, run: RunRow): OutcomeFacts {
  const outcome = journal?.outcome as ToolOutcome | undefined;
  const tool = outcome?.tool ?? audit?.tool ?? journal?.tool ?? asked?.name ?? id;
  const code = outcome && "code" in outcome ? outcome.code : audit?.code;
  const attempts = outcome?.attempts ?? audit?.attempts ?? journal?.attempts ?? 0;
  const durationMs = outcome?.durationMs ?? audit?.durationMs;
  const version = run.versions?.[tool];
  const backend = outcome?.backend ?? audit?.backend;
  const insteadOf = outcome?.insteadOf ?? audit?.insteadOf;
  const facts = [
    code === undefined ? "" : stages[code] === undefined ? code : `${code} at ${stages[code]}`,
    attempts > 1 ? `${attempts} attempts` : "",
    durationMs === undefined ? "" : formatDuration(durationMs),
    version === undefined ? "" : `version ${version}`,
    backend === undefined ? "" : `at ${backend}`,
    insteadOf === undefined ? "" : `in place of ${insteadOf}`,
    audit?.rule === undefined ? "" : `rule: ${audit.rule}`,
    journal?.sharedFrom === undefined ? "" : `shared from ${journal.sharedFrom}`,
  ];
  return {
    tool,
    status: outcome?.status ?? audit?.status ?? (journal || run.status === "running" ? "under way" : "not made"),
    facts: facts.filter((fact) => fact !== ""),
    notes: outcome?.notes ?? audit?.notes ?? [],
    words: outcome ? wordsOf(outcome) : audit?.output,
    ...(journal && { input: journal.input }),
  };
}

function wordsOf(outcome: ToolOutcome): unknown {
  return outcome.status === "ok" ? outcome.output : toOutcomeReason(outcome, "en");
}
