import { EXIT } from "./exit-code.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Runs `work` with a signal that Ctrl-C and SIGTERM abort, so that it can come to rest and end in order. The second one
 * ends the process at once; what was recorded until then is kept.
 */
export async function withStopSignals<T>(terminal: Terminal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const onSignal = (): void => {
    if (stop.signal.aborted) process.exit(EXIT.stopped);
    terminal.writeError("\nStopping. What is done is kept; again to stop at once.\n");
    stop.abort();
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  try {
    return await work(stop.signal);
  } finally {
    process.off("SIGINT", onSignal);
    process.off("SIGTERM", onSignal);
  }
}
