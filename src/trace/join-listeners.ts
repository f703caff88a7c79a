import type { RunEvent } from "./run-event.ts";

type Listener = (event: RunEvent) => void;

/** One listener that tells all; missing ones are left out. One that throws is not told again, and the others are. */
export function joinListeners(...given: readonly (Listener | undefined)[]): Listener | undefined {
  let listeners = given.filter((listener) => listener !== undefined);
  if (listeners.length < 2) return listeners[0];
  return (event) => {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch {
        // What watches a run must not disturb it, nor who else watches.
        listeners = listeners.filter((other) => other !== listener);
      }
    }
  };
}
