import { canonicalJson } from "../base/json.ts";
import type { ModelCall } from "../model/model.ts";
import { normalizeToolName } from "../tools/normalize-tool-name.ts";
import type { ToolOutcome } from "../tools/tool-outcome.ts";

/** How often the very same call may fail in a row in one visit before it is refused unseen. */
const MAX_EQUAL_FAILURES = 3;
/** How often a tool may be denied in one visit, whatever its arguments, before it is refused unseen. */
const MAX_DENIALS = 2;
/** How often a name that nobody has, or that the caller may not know of, may be called in one visit. */
const MAX_MISSES = 3;

/** Denials that another try of the same tool will meet again. */
const LASTING: readonly string[] = [
  "NOT_GRANTED",
  "NOT_IN_SKILL",
  "NOT_PERMITTED",
  "NOT_VISIBLE",
  "TOOLSET_OFF",
  "TOOL_OFF",
  "REJECTED",
];

/** Counts what did not work in one visit, so that a model does not try it for ever. */
export interface FailureCount {
  /** Why a call is not to be run again; `undefined` for one that may be. */
  refusal(call: ModelCall): string | undefined;
  count(call: ModelCall, outcome: ToolOutcome): void;
}

/** Makes an empty count. */
export function createFailureCount(): FailureCount {
  const failures = new Map<string, number>();
  const denials = new Map<string, number>();
  const misses = new Map<string, number>();
  return {
    refusal(call) {
      // Nearly all visits have nothing to look for.
      if (failures.size === 0) return undefined;
      if ((denials.get(normalizeToolName(call.name)) ?? 0) >= MAX_DENIALS)
        return `${call.name} was denied ${MAX_DENIALS} times, and will be denied again whatever the arguments. Stop calling it.`;
      if ((misses.get(normalizeToolName(call.name)) ?? 0) >= MAX_MISSES)
        return `There is no tool named ${JSON.stringify(call.name)}, whatever the arguments. Stop calling it.`;
      if ((failures.get(keyOf(call)) ?? 0) < MAX_EQUAL_FAILURES) return undefined;
      return `The same call failed ${MAX_EQUAL_FAILURES} times; it is not run again.`;
    },
    count(call, outcome) {
      if (outcome.status === "ok" && failures.size > 0) failures.set(keyOf(call), 0);
      if (outcome.status === "ok" || outcome.status === "needs_confirmation" || outcome.status === "in_doubt") return;
      add(failures, keyOf(call));
      if (isMiss(outcome)) add(misses, normalizeToolName(call.name));
      else if (outcome.status === "denied" && LASTING.includes(outcome.code))
        add(denials, normalizeToolName(call.name));
    },
  };
}

function isMiss(outcome: ToolOutcome): boolean {
  if (outcome.status === "denied") return outcome.unseen !== undefined;
  return outcome.status === "invalid" && outcome.code === "TOOL_NOT_FOUND";
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function keyOf(call: ModelCall): string {
  return `${normalizeToolName(call.name)}\n${call.problem ?? canonicalJson(call.arguments)}`;
}
