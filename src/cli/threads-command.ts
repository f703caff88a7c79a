import { formatDuration } from "../base/duration.ts";
import { joinNames } from "../base/names.ts";
import type { RunStore } from "../store/run-store.ts";
import type { RunStatus } from "../trace/run-event.ts";
import { threadNotFound } from "../workflow/runner-errors.ts";
import { readHistory, type ThreadHistoryEntry } from "../workflow/thread-history.ts";
import { usageError } from "./cli-errors.ts";
import type { CommandAction, CommandArguments } from "./command.ts";
import { EXIT } from "./exit-code.ts";
import { formatTable } from "./format-table.ts";
import { createPaint, type Paint } from "./paint.ts";
import type { Terminal } from "./terminal.ts";
import { decisionWords } from "./view-approval.ts";
import { cutColumns, indent, padColumns, previewInput } from "./view-text.ts";
import { withProject } from "./with-project.ts";

const STATUSES: readonly RunStatus[] = ["running", "waiting", "completed", "degraded", "failed", "cancelled"];

/** `sopwith threads`: lists threads, or shows the runs of one with their calls and decisions. */
export const threadsCommand: CommandAction = (args, terminal) =>
  withProject(terminal, async (project) => {
    const store = await project.store();
    const [sub = "list", id] = args.words;
    if (sub === "list") return listThreads(store, args, terminal);
    if (id === undefined)
      throw usageError("`sopwith threads show` needs the id of a thread.", "Write: sopwith threads show <id>");
    return showThread(store, { id, args, terminal });
  });

async function listThreads(store: RunStore, args: CommandArguments, terminal: Terminal): Promise<number> {
  const wanted = args.value("status");
  const status = STATUSES.find((known) => known === wanted);
  if (wanted !== undefined && status === undefined)
    throw usageError(`"${wanted}" is no status.`, `Write one of ${joinNames(STATUSES, "or")}.`);
  const threads = await store.threads(status ? { status } : {});
  if (args.has("json")) terminal.write(`${JSON.stringify(threads)}\n`);
  else if (threads.length === 0) terminal.write("No threads yet. `sopwith run <workflow>` starts one.\n");
  else
    terminal.write(
      formatTable(
        threads.map((row) => [
          row.id,
          row.status,
          row.workflow,
          row.runs === 1 ? "1 run" : `${row.runs} runs`,
          row.updatedAt,
        ]),
      ),
    );
  return EXIT.completed;
}

async function showThread(
  store: RunStore,
  { id, args, terminal }: { readonly id: string; readonly args: CommandArguments; readonly terminal: Terminal },
): Promise<number> {
  const history = await readHistory(store, id);
  if (history.length === 0) throw await threadNotFound(store, id);
  if (args.has("json")) terminal.write(`${JSON.stringify(history)}\n`);
  else
    terminal.write(
      `${history.map((entry) => runLines(entry, createPaint(terminal.colour)).join("\n")).join("\n\n")}\n`,
    );
  return EXIT.completed;
}

function runLines({ run, turns, calls, approvals }: ThreadHistoryEntry, paint: Paint): string[] {
  const took =
    run.endedAt === undefined ? "" : ` in ${formatDuration(Date.parse(run.endedAt) - Date.parse(run.startedAt))}`;
  const lines = [
    `${paint("strong", run.id)}  ${run.workflow}  ${run.status}${took}`,
    paint(
      "faint",
      `  started ${run.startedAt}, ${turns.length} turns, ${run.usage.inputTokens} tokens in, ${run.usage.outputTokens} out`,
    ),
  ];
  if (run.rehearsal !== undefined) lines.push(paint("faint", `  rehearsal ${run.rehearsal}`));
  if (run.text !== undefined) lines.push(`  text: ${cutColumns(run.text, 100)}`);
  for (const call of calls)
    lines.push(
      `  ${padColumns(call.path, 12)} ${padColumns(call.tool, 26)} ${padColumns(callStatus(call), 12)} ${paint("faint", previewInput(call.input, 60))}`.trimEnd(),
    );
  for (const { id, path, title, decision } of approvals) {
    lines.push(
      `  ${padColumns(path, 12)} ${title}  ${decision ? decisionWords(decision) : "open"} ${paint("faint", id)}`,
    );
  }
  if (run.answer !== undefined) lines.push("", indent(run.answer));
  if (run.error) lines.push(`  ${run.error.code}  ${run.error.message}`);
  return lines;
}

function callStatus({ status, outcome }: ThreadHistoryEntry["calls"][number]): string {
  const ended = (outcome as { readonly status?: string } | undefined)?.status;
  return ended ?? status;
}
