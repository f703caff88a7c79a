import type { RunEvent } from "./run-event.ts";

type Listener = (event: RunEvent) => void;

/** One listener that tells both; a missing one is left out. */
export function joinListeners(first: Listener | undefined, second: Listener | undefined): Listener | undefined {
  if (!first || !second) return first ?? second;
  return (event) => {
    first(event);
    second(event);
  };
}
