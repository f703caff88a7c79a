import { findRehearsal } from "../project/find-rehearsal.ts";
import { openRunner } from "../project/open-runner.ts";
import type { Project } from "../project/open-project.ts";
import type { CommandArguments } from "./command.ts";
import { newestRun, resumeRun } from "./resume-run.ts";
import { runOpened } from "./run-command.ts";
import type { Terminal } from "./terminal.ts";

/** A run that `dev` starts. */
export interface DevRun {
  readonly project: Project;
  readonly terminal: Terminal;
  readonly workflow: string;
  /** Asks the model of the settings; otherwise the workflow's rehearsal plays it, and decides. */
  readonly model: boolean;
  readonly signal: AbortSignal;
}

/** Runs a workflow as `sopwith run` does, from what its rehearsal starts from. @throws what opening the runner throws */
export async function runInDev({ project, terminal, workflow, model, signal }: DevRun): Promise<void> {
  const found = await project.workflow(workflow);
  const rehearsal = model ? undefined : await findRehearsal(found);
  const opened = await openRunner(project, found, { rehearsal, work: `dev ${found.workflow.name}` });
  try {
    const seen = model ? terminal : { ...terminal, interactive: false };
    await runOpened({ project, found, opened, args: bareArguments(workflow), terminal: seen, signal });
  } finally {
    await opened.close();
  }
}

/** Goes on with a run in which a deadline has passed, which then decides; nobody is asked. */
export async function resumeInDev({
  project,
  terminal,
  thread,
}: Pick<DevRun, "project" | "terminal"> & { readonly thread: string }): Promise<void> {
  const run = await newestRun(await project.readStore(), thread);
  if (run.status !== "waiting") return;
  terminal.write(`A deadline has passed on thread "${thread}".\n`);
  await resumeRun({ project, run, decisions: {}, args: bareArguments(), terminal, asks: false });
}

/**
 * The workflow that is run: the one that is asked for, or the only one there is. `undefined` where there are several.
 *
 * @throws `WORKFLOW_NOT_FOUND`, `WORKFLOW_FILE`
 */
export async function workflowForDev(project: Project, asked: string | undefined): Promise<string | undefined> {
  if (asked !== undefined) return (await project.workflow(asked)).workflow.name;
  const { workflows } = await project.workflows();
  return workflows.length === 1 ? workflows[0]?.workflow.name : undefined;
}

function bareArguments(...words: readonly string[]): CommandArguments {
  return { words, has: () => false, value: () => undefined, all: () => [] };
}
