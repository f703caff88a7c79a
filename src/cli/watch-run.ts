import type { RunEvent } from "../trace/run-event.ts";
import { createPaint } from "./paint.ts";
import { viewEvent } from "./run-view.ts";
import type { Terminal } from "./terminal.ts";
import { emptyView, type ViewState } from "./view-state.ts";

/** How a run is watched. */
export interface WatchOptions {
  /** One JSON event a line, and nothing else on stdout. */
  readonly json: boolean;
  readonly playsDecisions: boolean;
}

/** Writes a run's events to the terminal: as lines for people, or as JSON lines. */
export function watchRun(terminal: Terminal, { json, playsDecisions }: WatchOptions): (event: RunEvent) => void {
  if (json) return (event) => terminal.write(`${JSON.stringify(event)}\n`);
  const style = { paint: createPaint(terminal.colour), live: terminal.interactive, playsDecisions };
  let state: ViewState = emptyView;
  return (event) => {
    const shown = viewEvent(event, state, { ...style, columns: terminal.columns });
    state = shown.state;
    if (shown.text !== "") terminal.write(shown.text);
  };
}
