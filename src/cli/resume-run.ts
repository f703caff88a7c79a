import { userInfo } from "node:os";
import { type Decide, driveRun } from "../project/drive-run.ts";
import { openRunner } from "../project/open-runner.ts";
import type { Project } from "../project/open-project.ts";
import type { RunRow, RunStore } from "../store/run-store.ts";
import type { DecisionInput, RunOptions } from "../workflow/run-result.ts";
import { threadNotFound } from "../workflow/runner-errors.ts";
import { askPerson } from "./ask-person.ts";
import { usageError } from "./cli-errors.ts";
import type { CommandArguments } from "./command.ts";
import { finishRun } from "./finish-run.ts";
import { readLocale } from "./run-command.ts";
import { serversToAccept } from "./servers-to-accept.ts";
import { withStopSignals } from "./stop-signals.ts";
import type { Terminal } from "./terminal.ts";
import { watchRun } from "./watch-run.ts";

/** A run that goes on from the command line. */
export interface ResumeRun {
  readonly project: Project;
  readonly run: RunRow;
  readonly decisions: Readonly<Record<string, DecisionInput>>;
  readonly args: CommandArguments;
  readonly terminal: Terminal;
  /** False where nobody is asked. @default true in a terminal */
  readonly asks?: boolean;
}

/** Goes on with a run as the process that began it did: the same workflow, and the same rehearsal if one plays. */
export async function resumeRun({ project, run, decisions, args, terminal, asks = true }: ResumeRun): Promise<number> {
  const found = await project.workflow(run.workflow);
  const opened = await openRunner(project, found, {
    rehearsal: run.rehearsal,
    run: run.id,
    locale: readLocale(args),
    work: `run ${found.workflow.name}`,
  });
  const json = args.has("json");
  const store = await project.store();
  try {
    return await withStopSignals(terminal, async (signal) => {
      const options: RunOptions = { drain: signal, onEvent: watchRun(terminal, { json, playsDecisions: false }) };
      const inPerson = asks && terminal.interactive && !json && !args.has("wait");
      const decide: Decide = inPerson
        ? (approval) => askPerson(approval, { terminal, store, by: deciderName(args), signal })
        : () => undefined;
      const goOn = (thread: string, decided: ResumeRun["decisions"]): ReturnType<typeof opened.runner.resume> =>
        opened.runner.resume(thread, decided, options);
      const first = await opened.runner.resume(run.thread, decisions, {
        ...options,
        ...readSkillChoice(args),
        migrate: args.has("migrate"),
      });
      const result = await driveRun(first, decide, goOn);
      return finishRun(terminal, result, { json, stopped: signal.aborted, toAccept: await serversToAccept(project) });
    });
  } finally {
    await opened.close();
  }
}

function readSkillChoice(args: CommandArguments): Pick<RunOptions, "skills"> {
  const choice = args.value("skill");
  if (choice === undefined) return {};
  if (choice === "latest") return { skills: "latest" };
  throw usageError(`--skill is "${choice}".`, "Write --skill latest, or leave it out to go on as the run began.");
}

/** The newest run of a thread. @throws `THREAD_NOT_FOUND` with the nearest names */
export async function newestRun(store: RunStore, thread: string): Promise<RunRow> {
  const row = await store.thread(thread);
  const run = row && (await store.run(row.lastRun));
  if (!run) throw await threadNotFound(store, thread);
  return run;
}

/** Who decides: `--by`, else the machine's user in a terminal's session. */
export function deciderName(args: CommandArguments): string {
  return args.value("by") ?? userInfo().username;
}
