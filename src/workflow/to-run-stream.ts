import type { RunEvent } from "../trace/run-event.ts";
import type { RunResult, RunStream } from "./run-result.ts";

/** Turns a run that reports by callback into a stream. The run goes on whether or not anybody reads. */
export function toRunStream<State>(
  run: (onEvent: (event: RunEvent) => void) => Promise<RunResult<State>>,
  also?: (event: RunEvent) => void,
): RunStream<State> {
  const queue: RunEvent[] = [];
  let wake: (() => void) | undefined;
  let ended = false;
  const result = run((event) => {
    queue.push(event);
    also?.(event);
    wake?.();
  });
  const end = (): void => {
    ended = true;
    wake?.();
  };
  result.then(end, end);
  return {
    result,
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const event = queue.shift();
        if (event) yield event;
        else if (ended) break;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
      await result;
    },
  };
}
