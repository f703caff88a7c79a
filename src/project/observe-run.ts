import type { RunEvent } from "../trace/run-event.ts";

/** What of a run stands in its events only. */
export interface RunObserver {
  /** For the run's `onEvent`. */
  readonly onEvent: (event: RunEvent) => void;
  /** Calls that were refused before they ran, in order. A run that goes on after a wait tells of a call again; it counts once. */
  refused(): readonly { readonly callId: string; readonly tool: string; readonly reason: string }[];
  /** How often the model was asked. */
  turns(): number;
  /** Node to the skill that it loaded last. */
  skills(): ReadonlyMap<string, string>;
}

/** Watches a run, and passes its events on. */
export function observeRun(onEvent?: (event: RunEvent) => void): RunObserver {
  const refused = new Map<string, { readonly callId: string; readonly tool: string; readonly reason: string }>();
  const skills = new Map<string, string>();
  let turns = 0;
  return {
    onEvent: (event) => {
      if (event.type === "tool-result" && (event.status === "denied" || event.status === "invalid"))
        refused.set(event.callId, { callId: event.callId, tool: event.tool, reason: String(event.result) });
      if (event.type === "skill-load") skills.set(event.node, event.skill);
      if (event.type === "turn" && !event.replayed) turns += 1;
      onEvent?.(event);
    },
    refused: () => [...refused.values()],
    turns: () => turns,
    skills: () => skills,
  };
}
