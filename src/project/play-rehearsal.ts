import type { SopwithError } from "../base/errors.ts";
import type { JsonObject } from "../base/json.ts";
import type { Rehearsal } from "../model/rehearsal.ts";
import type { AnyTool } from "../tools/tool.ts";
import type { AnyState } from "../workflow/node.ts";
import type { RunOptions, RunResult } from "../workflow/run-result.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { checkExpectations } from "./check-expectations.ts";
import type { WorkflowFile } from "./discover-workflows.ts";
import { driveRun } from "./drive-run.ts";
import { findRehearsal, rehearsalName } from "./find-rehearsal.ts";
import { observeRun, type RunObserver } from "./observe-run.ts";
import { type OpenedRunner, openRunner } from "./open-runner.ts";
import type { Project } from "./open-project.ts";
import { rehearsalNotFound } from "./project-errors.ts";
import { rehearsedDecisions } from "./rehearsed-decisions.ts";
import { toInput } from "./run-input.ts";
import { rehearsalThreadName } from "./thread-names.ts";

/** Which rehearsal is played, and who watches. */
export interface PlayRehearsalOptions extends RunOptions {
  readonly workflow: string;
  /** Name or file. @default the workflow's default rehearsal */
  readonly rehearsal?: string;
  /** @default the rehearsal's own thread */
  readonly thread?: string;
}

/** How a rehearsal went. */
export interface RehearsalVerdict {
  /** True when nothing differs from what the file expects and all of it was used. */
  readonly passed: boolean;
  /** What differs and what was not used, one sentence each. */
  readonly differences: readonly string[];
  /** Those of the differences that name turns nobody asked for. */
  readonly unused: readonly string[];
  /** The first request that no turn fitted. A run can survive it, by a fallback edge. */
  readonly mismatch?: SopwithError;
  readonly result: RunResult<AnyState>;
  /** What was seen of the run on the way. */
  readonly observer: RunObserver;
}

/**
 * Plays one rehearsal from its own input to its end, the people's decisions too, and compares the run with what the
 * file expects. A run that fails gives a verdict, not an error.
 *
 * @throws `WORKFLOW_NOT_FOUND`, `WORKFLOW_FILE`, `REHEARSAL_NOT_FOUND`, `REHEARSAL_AMBIGUOUS`, `REHEARSAL_INVALID`,
 * `REHEARSAL_OTHER`, `RUN_STOPPED` after `signal`
 */
export async function playRehearsal(project: Project, options: PlayRehearsalOptions): Promise<RehearsalVerdict> {
  const found = await project.workflow(options.workflow);
  const file = await findRehearsal(found, options.rehearsal);
  if (file === undefined)
    throw rehearsalNotFound({ name: "approved", workflow: found.workflow.name, known: [], folder: "rehearsals" });
  const thread =
    options.thread ?? (await rehearsalThreadName(found.workflow, rehearsalName(file), await project.store()));
  return playScript(project, found, { ...options, thread, rehearsal: file });
}

/** What is played, and on which thread. */
export interface PlayScriptOptions extends RunOptions {
  /** The rehearsal, or its file. */
  readonly rehearsal: string | Rehearsal;
  readonly thread: string;
  /** Tools in place of the project's, one for one. */
  readonly adaptTools?: (tools: readonly AnyTool[]) => readonly AnyTool[];
}

/** As {@link playRehearsal}, for a workflow and a rehearsal that are at hand. */
export async function playScript(
  project: Project,
  found: WorkflowFile,
  options: PlayScriptOptions,
): Promise<RehearsalVerdict> {
  const { rehearsal, adaptTools } = options;
  const opened = await openRunner(project, found, { rehearsal, ...(adaptTools && { adaptTools }) });
  try {
    const observer = observeRun(options.onEvent);
    const result = await playRun(opened, opened.rehearsal!, { ...options, onEvent: observer.onEvent });
    const differences = await judgeRehearsal(project, opened, { result, observer });
    const [unused, mismatch] = [opened.unusedTurns(), opened.mismatch()];
    return {
      passed: differences.length + unused.length === 0,
      differences: [...differences, ...unused],
      unused,
      ...(mismatch && { mismatch }),
      result,
      observer,
    };
  } finally {
    await opened.close();
  }
}

async function playRun(
  opened: OpenedRunner,
  rehearsal: Rehearsal,
  options: RunOptions & { readonly thread: string },
): Promise<RunResult<AnyState>> {
  const { input, text } = rehearsalInput(opened.workflow, rehearsal);
  const facts = {
    thread: options.thread,
    ...(text !== undefined && { text }),
    ...(opened.rehearsalPath !== undefined && { rehearsal: opened.rehearsalPath }),
  };
  const first = await opened.runner.start(input, { ...facts, ...watch(options) });
  return driveRun(first, rehearsedDecisions(rehearsal), (id, decisions) =>
    opened.runner.resume(id, decisions, watch(options)),
  );
}

function watch({ signal, onEvent }: RunOptions): RunOptions {
  return { ...(signal && { signal }), ...(onEvent && { onEvent }) };
}

/** The input that a rehearsal brings: its own, else none. */
export function rehearsalInput(
  workflow: Workflow,
  rehearsal: Rehearsal,
): { readonly input: JsonObject; readonly text?: string } {
  if (typeof rehearsal.input !== "string") return { input: rehearsal.input ?? {} };
  return { input: toInput(workflow, rehearsal.input), text: rehearsal.input };
}

/** What differs between a run and what its rehearsal expects, one sentence each. */
export async function judgeRehearsal(
  project: Project,
  { rehearsal }: OpenedRunner,
  { result, observer }: { readonly result: RunResult<AnyState>; readonly observer: RunObserver },
): Promise<string[]> {
  if (!rehearsal) return [];
  const store = await project.store();
  const [calls, row] = [await store.runCalls(result.run), await store.run(result.run)];
  return checkExpectations(rehearsal.expect, {
    status: result.status,
    ...(result.status === "failed" && { error: `${result.error.code}: ${result.error.message}` }),
    ...(result.status === "degraded" && { error: result.reasons.join(" ") }),
    answer: "answer" in result ? result.answer : undefined,
    calls: calls.map((call) => call.tool),
    refused: observer.refused(),
    reports: row?.conformance ?? [],
    state: result.state,
  });
}
