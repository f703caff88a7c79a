import type { Emit, RunEvent, RunEventBody } from "./run-event.ts";

/** Stamps what happens in a run with its place, order and time, and hands it on. */
export interface Recorder {
  readonly emit: Emit;
}

/**
 * Makes the recorder of one process's share of a run. A listener that throws does not disturb the run: its error is
 * kept and handed to `onListenerError`, once.
 */
export function createRecorder(place: {
  readonly run: string;
  readonly thread: string;
  readonly onEvent?: (event: RunEvent) => void;
  readonly onListenerError?: (error: unknown) => void;
}): Recorder {
  let seq = 0;
  let broken = false;
  const emit = (body: RunEventBody): void => {
    if (!place.onEvent || broken) return;
    seq += 1;
    try {
      place.onEvent({ ...body, run: place.run, thread: place.thread, seq, at: new Date().toISOString() });
    } catch (error) {
      broken = true;
      place.onListenerError?.(error);
    }
  };
  return { emit };
}
