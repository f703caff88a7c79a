import type { AnyState } from "../workflow/node.ts";
import type { RunResult } from "../workflow/run-result.ts";
import { EXIT, exitCodeOf } from "./exit-code.ts";
import { howToGoOn, resumeLine } from "./how-to-go-on.ts";
import { createPaint } from "./paint.ts";
import type { Terminal } from "./terminal.ts";

/** How a run ended, and for whom. */
export interface RunEnd {
  readonly json: boolean;
  readonly stopped: boolean;
  /** Commands that agree to servers the run could not use. */
  readonly toAccept: readonly string[];
}

/** Says how a run that waits or failed goes on, and gives the exit code of the run: that of a stop if one was asked for. */
export function finishRun(terminal: Terminal, result: RunResult<AnyState>, how: RunEnd): number {
  if (result.status === "waiting" && !how.json) {
    const paint = createPaint(terminal.colour);
    const count = result.approvals.length;
    terminal.write(`\n${paint("careful", "waiting")} for ${count === 1 ? "a decision" : `${count} decisions`}\n\n`);
    terminal.write(howToGoOn(result.thread, result.approvals));
  }
  // An error that no resuming mends says so.
  if (result.status === "failed" && !how.json && !/start a new run/i.test(result.error.hint ?? ""))
    terminal.write(
      `\nTo go on when the cause is gone:\n${[...how.toAccept.map((command) => `  ${command}`), resumeLine(result.thread)].join("\n")}\n`,
    );
  return how.stopped ? EXIT.stopped : exitCodeOf(result.status);
}
