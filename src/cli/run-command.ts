import { userInfo } from "node:os";
import type { Rehearsal } from "../model/rehearsal.ts";
import { findRehearsal, loadRehearsal, rehearsalName } from "../project/find-rehearsal.ts";
import { type Decide, driveRun } from "../project/drive-run.ts";
import type { WorkflowFile } from "../project/discover-workflows.ts";
import { observeRun } from "../project/observe-run.ts";
import { type OpenedRunner, openRunner } from "../project/open-runner.ts";
import type { Project } from "../project/open-project.ts";
import { judgeRehearsal } from "../project/play-rehearsal.ts";
import { rehearsedDecisions } from "../project/rehearsed-decisions.ts";
import { newThreadName, rehearsalThreadName } from "../project/thread-names.ts";
import { askPerson } from "./ask-person.ts";
import { usageError, workflowMissing } from "./cli-errors.ts";
import type { CommandAction, CommandArguments } from "./command.ts";
import { EXIT } from "./exit-code.ts";
import { finishRun } from "./finish-run.ts";
import { readRunInput } from "./read-run-input.ts";
import { recordFileOf, recordRunFile } from "./record-run-file.ts";
import { serversToAccept } from "./servers-to-accept.ts";
import { withStopSignals } from "./stop-signals.ts";
import type { Terminal } from "./terminal.ts";
import { watchRun } from "./watch-run.ts";
import { withProject } from "./with-project.ts";

/** `sopwith run`: starts a run and stays with it until it has ended or waits. */
export const runCommand: CommandAction = (args, terminal) =>
  withProject(terminal, async (project) => {
    const name = args.words[0];
    if (name === undefined)
      throw workflowMissing((await project.workflows()).workflows.map(({ workflow }) => workflow.name));
    const found = await project.workflow(name);
    const asked = args.value("rehearsal");
    const rehearsal = asked === undefined && project.model ? undefined : await findRehearsal(found, asked);
    const opened = await openRunner(project, found, {
      rehearsal,
      locale: readLocale(args),
      work: `run ${found.workflow.name}`,
    });
    try {
      return await withStopSignals(terminal, (signal) => runOpened({ project, found, opened, args, terminal, signal }));
    } finally {
      await opened.close();
    }
  });

/** A workflow with all its parts, and the command line that runs it. */
export interface RunCommand {
  readonly project: Project;
  readonly found: WorkflowFile;
  readonly opened: OpenedRunner;
  readonly args: CommandArguments;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/** Starts a run and stays with it until it has ended or waits. Answers the exit code. */
export async function runOpened(command: RunCommand): Promise<number> {
  const { project, opened, args, terminal, signal } = command;
  const json = args.has("json");
  const record = recordFileOf(args, terminal);
  const interactive = terminal.interactive && !json;
  const begin = await readRunInput({
    workflow: opened.workflow,
    example: async () => opened.rehearsal ?? (await findExample(command)),
    args,
    ...(interactive && { terminal }),
    signal,
  }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  if (!begin || signal.aborted) return EXIT.stopped;
  const { input, text, scripted } = begin;
  const playsDecisions = opened.rehearsal !== undefined && !interactive && !args.has("wait");
  const observer = observeRun(watchRun(terminal, { json, playsDecisions }));
  const options = { drain: signal, onEvent: observer.onEvent };
  const user = args.value("user");
  const first = await opened.runner.start(input, {
    ...options,
    thread: args.value("thread") ?? (await threadName(command)),
    ...(text !== undefined && { text }),
    ...(user !== undefined && { user }),
    ...(opened.rehearsalPath !== undefined && { rehearsal: opened.rehearsalPath }),
  });
  const decide = await chooseDecide(command, { interactive, playsDecisions });
  const result = await driveRun(first, decide, (thread, decisions) => opened.runner.resume(thread, decisions, options));
  const code = finishRun(terminal, result, { json, stopped: signal.aborted, toAccept: await serversToAccept(project) });
  if (record !== undefined) await recordRunFile(project, terminal, { run: result.run, file: record });
  if (!playsDecisions || !scripted) return code;
  const differences = [...(await judgeRehearsal(project, opened, { result, observer })), ...opened.unusedTurns()];
  if (differences.length === 0) return code;
  terminal.writeError(
    ["The rehearsal did not go as it is written:", ...differences.map((difference) => `  ${difference}`), ""].join(
      "\n",
    ),
  );
  return code === EXIT.completed ? EXIT.failed : code;
}

/** With a real model too, a run that is given nothing starts from what the workflow's default rehearsal starts from. */
async function findExample({ found }: RunCommand): Promise<Rehearsal | undefined> {
  const file = await findRehearsal(found);
  return file === undefined ? undefined : loadRehearsal(file, found.workflow.name);
}

/** A rehearsal on its own input plays on a thread of a fixed name, so that two runs print the same. */
async function threadName({ project, found, opened }: RunCommand): Promise<string> {
  if (!opened.rehearsal) return newThreadName(found.workflow.name);
  return rehearsalThreadName(found.workflow, rehearsalName(opened.rehearsal.file), await project.store());
}

/** Who decides: the person at the terminal, the rehearsal, or nobody here. */
async function chooseDecide(
  { project, opened, args, terminal, signal }: RunCommand,
  who: { readonly interactive: boolean; readonly playsDecisions: boolean },
): Promise<Decide> {
  if (args.has("wait")) return () => undefined;
  if (who.playsDecisions && opened.rehearsal) return rehearsedDecisions(opened.rehearsal);
  if (!who.interactive) return () => undefined;
  const store = await project.store();
  return (approval) => askPerson(approval, { terminal, store, by: userInfo().username, signal });
}

/** The language that was asked for on the command line. */
export function readLocale(args: CommandArguments): "en" | "zh" | undefined {
  const locale = args.value("locale");
  if (locale === undefined || locale === "en" || locale === "zh") return locale;
  throw usageError(`--locale is "${locale}".`, "Write --locale en or --locale zh.");
}
