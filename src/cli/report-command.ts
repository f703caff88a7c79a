import type { RunRow, RunStore } from "../store/run-store.ts";
import { threadNotFound } from "../workflow/runner-errors.ts";
import { usageError } from "./cli-errors.ts";
import type { CommandAction } from "./command.ts";
import { EXIT } from "./exit-code.ts";
import { createPaint } from "./paint.ts";
import { reportMarkdown } from "./report-markdown.ts";
import { reportText } from "./report-text.ts";
import { skillHashes } from "./skill-hashes.ts";
import { toRunReport } from "./to-run-report.ts";
import { withProject } from "./with-project.ts";

/** `sopwith report`: how each node visit of a run kept to the SOP of its skill, step by step. */
export const reportCommand: CommandAction = (args, terminal) =>
  withProject(terminal, async (project) => {
    if (args.has("json") && args.has("markdown"))
      throw usageError("A report is printed as JSON or as Markdown.", "Give one of --json and --markdown.");
    const store = await project.readStore();
    const run = await findRun(store, args.words[0]!, args.value("run"));
    const onDisk = await skillHashes(
      project,
      (run.conformance ?? []).map(({ skill }) => skill),
    );
    const report = toRunReport(run, { calls: await store.runCalls(run.id), onDisk });
    if (args.has("json")) terminal.write(`${JSON.stringify(report)}\n`);
    else if (args.has("markdown")) terminal.write(reportMarkdown(report));
    else terminal.write(reportText(report, createPaint(terminal.colour), terminal.columns));
    return EXIT.completed;
  });

/** A run of a thread by its number; the newest one without a number. `thread/2` means run 2, as runs are called elsewhere. */
async function findRun(store: RunStore, thread: string, number: string | undefined): Promise<RunRow> {
  const runs = await store.runs(thread);
  const newest = runs.at(-1);
  const [, owner, ordinal] = /^(.+)\/(\d+)$/.exec(thread) ?? [];
  if (!newest && owner !== undefined && number === undefined) return findRun(store, owner, ordinal);
  if (!newest) throw await threadNotFound(store, thread);
  if (number === undefined) return newest;
  const run = runs.find((row) => String(row.ordinal) === number);
  if (run) return run;
  const known = newest.ordinal === 1 ? "It has run 1." : `It has the runs 1 to ${newest.ordinal}.`;
  throw usageError(`Thread "${thread}" has no run ${number}.`, known);
}
