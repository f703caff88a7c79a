import { toShellWord } from "../base/shell-word.ts";
import type { ApprovalView } from "../trace/run-event.ts";
import { shownLine } from "./view-text.ts";

/** The lines that decide what a run waits for, ready to be copied into a shell. */
export function howToGoOn(thread: string, approvals: readonly ApprovalView[]): string {
  const lines = approvals.flatMap((approval) => {
    const resume = resumeLine(thread);
    const title = shownLine(approval.title);
    if (approval.kind === "question") return [title, `${resume} --answer ${approval.id} "<text>"`];
    if (approval.kind === "in-doubt") {
      const answers = [
        `--happened ${approval.id} '<its result as JSON>'`,
        `--not-happened ${approval.id}`,
        `--again ${approval.id}`,
      ];
      return [title, ...answers.map((answer) => `${resume} ${answer}`)];
    }
    return [title, `${resume} --approve ${approval.id}`, `${resume} --reject ${approval.id} --reason "<why>"`];
  });
  return `${lines.join("\n")}\n`;
}

/** The line that goes on with a run, moved to the right. */
export function resumeLine(thread: string): string {
  return `  npx sopwith resume ${toShellWord(thread)}`;
}
