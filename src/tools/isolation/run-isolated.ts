import type { ToolContext } from "../tool.ts";
import { type IsolatedAnswer, readAnswer, toIsolatedCall } from "./isolated-call.ts";
import { type IsolatedWorker, type IsolationOptions, startChild, startThread } from "./isolated-worker.ts";

/** A tool's `run`. */
export type IsolatedRun<Input, Output> = (input: Input, context: ToolContext) => Promise<Output>;

/**
 * A `run` for `defineTool` that does its work in a worker thread, which is kept warm: for work that takes the processor,
 * and for code that is not one's own. A call whose time is up ends its thread.
 */
export function runInThread<Input, Output>(options: IsolationOptions): IsolatedRun<Input, Output> {
  return runIn(() => startThread(options));
}

/** As {@link runInThread}, in a child process: a crash of native code ends the child only. Large values cost more. */
export function runInChild<Input, Output>(options: IsolationOptions): IsolatedRun<Input, Output> {
  return runIn(() => startChild(options));
}

/** Workers that wait for their next call; more are ended when they have nothing to do. */
const mostIdle = 2;

function runIn<Input, Output>(start: () => IsolatedWorker): IsolatedRun<Input, Output> {
  const idle: Seat[] = [];
  const giveBack = (seat: Seat): void => {
    if (seat.ended || idle.length >= mostIdle) return seat.worker.kill();
    seat.worker.hold(false);
    idle.push(seat);
  };
  return async (input, context) => {
    const seat = takeIdle(idle) ?? new Seat(start());
    seat.worker.hold(true);
    // A worker that was told to stop is lost: its work cannot be told from the next call's.
    const kill = (): void => seat.worker.kill();
    context.signal.addEventListener("abort", kill, { once: true });
    try {
      const answer = await seat.ask(toIsolatedCall(input, context));
      return readAnswer(answer) as Output;
    } finally {
      context.signal.removeEventListener("abort", kill);
      giveBack(seat);
    }
  };
}

function takeIdle(idle: Seat[]): Seat | undefined {
  for (let seat = idle.pop(); seat !== undefined; seat = idle.pop()) if (!seat.ended) return seat;
  return undefined;
}

/** One worker and the call it serves. */
class Seat {
  readonly worker: IsolatedWorker;
  ended = false;
  #reason = "";
  #waiting: { resolve(answer: IsolatedAnswer): void; reject(error: Error): void } | undefined;

  constructor(worker: IsolatedWorker) {
    this.worker = worker;
    worker.listen({
      answer: (answer) => {
        this.#waiting?.resolve(answer);
        this.#waiting = undefined;
      },
      end: (reason) => this.#end(reason),
    });
  }

  ask(call: ReturnType<typeof toIsolatedCall>): Promise<IsolatedAnswer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      if (this.ended) return this.#end(this.#reason);
      try {
        this.worker.send(call);
      } catch (error) {
        reject(error instanceof Error ? error : new Error("The call cannot be sent."));
      }
    });
  }

  #end(reason: string): void {
    this.ended = true;
    this.#reason = reason;
    // It may have acted before it ended, so nothing is said of its effect.
    this.#waiting?.reject(Object.assign(new Error(`The isolated tool ended: ${reason}.`), { code: "ISOLATED_END" }));
    this.#waiting = undefined;
  }
}
