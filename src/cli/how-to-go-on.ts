import type { ApprovalView } from "../trace/run-event.ts";

/** The lines that decide what a run waits for, ready to be copied into a shell. */
export function howToGoOn(thread: string, approvals: readonly ApprovalView[]): string {
  const lines = approvals.flatMap((approval) => {
    const resume = `  npx sopwith resume ${quote(thread)}`;
    if (approval.kind === "question") return [approval.title, `${resume} --answer ${approval.id} "<text>"`];
    if (approval.kind === "in-doubt") {
      const answers = [
        `--happened ${approval.id} '<its result as JSON>'`,
        `--not-happened ${approval.id}`,
        `--again ${approval.id}`,
      ];
      return [approval.title, ...answers.map((answer) => `${resume} ${answer}`)];
    }
    return [approval.title, `${resume} --approve ${approval.id}`, `${resume} --reject ${approval.id}`];
  });
  return `${lines.join("\n")}\n`;
}

function quote(word: string): string {
  return /^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
