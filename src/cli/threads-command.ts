import { joinNames } from "../base/names.ts";
import type { Project } from "../project/open-project.ts";
import { openRunner } from "../project/open-runner.ts";
import type { RunRow, RunStore } from "../store/run-store.ts";
import type { RunStatus } from "../trace/run-event.ts";
import { threadNotFound } from "../workflow/runner-errors.ts";
import { readHistory } from "../workflow/thread-history.ts";
import { usageError } from "./cli-errors.ts";
import type { CommandAction, CommandArguments } from "./command.ts";
import { EXIT } from "./exit-code.ts";
import { formatTable } from "./format-table.ts";
import { headerRow } from "./header-row.ts";
import { createPaint } from "./paint.ts";
import { newestRun } from "./resume-run.ts";
import { skillHashes } from "./skill-hashes.ts";
import { tableTime } from "./table-time.ts";
import type { Terminal } from "./terminal.ts";
import { runLines } from "./thread-lines.ts";
import { visibleLine } from "./view-text.ts";
import { withProject } from "./with-project.ts";
import { countOf } from "./view-text.ts";

const STATUSES: readonly RunStatus[] = ["running", "waiting", "completed", "degraded", "failed", "cancelled"];

/** `sopwith threads`: lists threads, shows the runs of one, lists where one can be forked, forks it, or ends its open run. */
export const threadsCommand: CommandAction = (args, terminal) =>
  withProject(terminal, async (project) => {
    const store = await project.readStore();
    const [sub = "list", id] = args.words;
    if (sub === "list") return listThreads(store, args, terminal);
    if (id === undefined)
      throw usageError(
        `\`sopwith threads ${sub}\` needs the id of a thread.`,
        `Write: npx sopwith threads ${sub} <id>`,
      );
    if (sub === "cancel") return cancelRun(project, { run: await newestRun(store, id), args, terminal });
    if (sub === "history") return (await import("./threads-history.ts")).showHistory(project, { id, args, terminal });
    if (sub === "fork") return (await import("./threads-fork.ts")).forkThread(project, { id, args, terminal });
    return showThread(project, { id, args, terminal });
  });

async function listThreads(store: RunStore, args: CommandArguments, terminal: Terminal): Promise<number> {
  const wanted = args.value("status");
  const status = STATUSES.find((known) => known === wanted);
  if (wanted !== undefined && status === undefined)
    throw usageError(`"${wanted}" is no status.`, `Write one of ${joinNames(STATUSES, "or")}.`);
  const threads = await store.threads(status ? { status } : {});
  if (args.has("json")) terminal.write(`${JSON.stringify(threads)}\n`);
  else if (threads.length === 0) terminal.write("No threads yet. `npx sopwith run <workflow>` starts one.\n");
  else
    terminal.write(
      formatTable(
        [
          ...headerRow(terminal, ["thread", "status", "workflow", "runs", "changed (UTC)"]),
          ...threads.map((row) => [
            visibleLine(row.id),
            row.status,
            row.workflow,
            countOf(row.runs, "run"),
            tableTime(row.updatedAt, terminal.columns),
          ]),
        ],
        { width: terminal.columns, gives: [2, 0] },
      ),
    );
  return EXIT.completed;
}

async function showThread(
  project: Project,
  { id, args, terminal }: { readonly id: string; readonly args: CommandArguments; readonly terminal: Terminal },
): Promise<number> {
  const store = await project.readStore();
  const history = await readHistory(store, id);
  if (history.length === 0) throw await threadNotFound(store, id);
  const onDisk = await skillHashes(
    project,
    history.flatMap(({ run }) => Object.keys(run.skills)),
  );
  if (args.has("json")) terminal.write(`${JSON.stringify(history)}\n`);
  else
    terminal.write(
      `${history.map((entry) => runLines(entry, { onDisk, paint: createPaint(terminal.colour) }).join("\n")).join("\n\n")}\n`,
    );
  return EXIT.completed;
}

async function cancelRun(
  project: Project,
  { run, args, terminal }: { readonly run: RunRow; readonly args: CommandArguments; readonly terminal: Terminal },
): Promise<number> {
  const opened = await openRunner(project, await project.workflow(run.workflow), { asksNoModel: true });
  const { status } = await opened.runner.cancel(run.thread, args.value("reason"));
  terminal.write(`${run.thread} ${status}. What was done before stays done.\n`);
  return EXIT.completed;
}
