import { toShellWord } from "../base/shell-word.ts";
import type { Project } from "../project/open-project.ts";
import type { CallRow } from "../store/run-store.ts";
import { type Fork, forkRun } from "../workflow/fork-run.ts";
import type { CommandArguments } from "./command.ts";
import { EXIT } from "./exit-code.ts";
import { readNumber } from "./read-number.ts";
import type { Terminal } from "./terminal.ts";
import { placeWords } from "./threads-history.ts";
import { previewInput, visibleLine, shownLine } from "./view-text.ts";

/** `sopwith threads fork`: makes a new thread that stands where another one stood. */
export async function forkThread(
  project: Project,
  { id, args, terminal }: { readonly id: string; readonly args: CommandArguments; readonly terminal: Terminal },
): Promise<number> {
  const [at, run, into] = [readNumber(args, "at"), readNumber(args, "run"), args.value("into")];
  const fork = await forkRun(await project.store(), id, {
    ...(at !== undefined && { at }),
    ...(run !== undefined && { run }),
    ...(into !== undefined && { into }),
  });
  terminal.write(args.has("json") ? `${JSON.stringify(fork)}\n` : forkText(fork));
  return EXIT.completed;
}

function forkText({ thread, of, point, shared, inDoubt, leftBehind }: Fork): string {
  const lines = [
    `${thread} stands where ${visibleLine(of)} stood at point ${point.number} (${placeWords(point)}).`,
    ...calls("Done by that run, and not done again:", shared),
    ...calls("Nobody knows whether these happened; a person is asked where the fork comes to one:", inDoubt),
    ...(leftBehind.length > 0 ? ["Questions that stay with that run:"] : []),
    ...leftBehind.map((approval) => `  ${shownLine(approval.title)}  ${approval.id}`),
    `Go on with: npx sopwith resume ${toShellWord(thread)}`,
  ];
  return `${lines.join("\n")}\n`;
}

function calls(title: string, rows: readonly CallRow[]): string[] {
  return rows.length === 0 ? [] : [title, ...rows.map(({ tool, input }) => `  ${tool} ${previewInput(input, 60)}`)];
}
