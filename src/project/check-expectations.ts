import { canonicalJson, isPlainObject, type JsonObject, previewJson } from "../base/json.ts";
import { joinNames } from "../base/names.ts";
import type { RehearsalExpectation } from "../model/rehearsal.ts";

/** What came of a run, as far as a rehearsal expects something of it. */
export interface PlayedRun {
  readonly status: string;
  /** Why it failed, if it did. */
  readonly error?: string;
  readonly answer: string | undefined;
  /** Names of the tools that were called, in order. */
  readonly calls: readonly string[];
  readonly state: Readonly<Record<string, unknown>>;
}

/** Every expectation that does not hold, as a sentence with what was expected and what came. */
export function checkExpectations(expected: RehearsalExpectation, played: PlayedRun): string[] {
  return [
    ...checkStatus(expected, played),
    ...checkAnswer(expected, played),
    ...checkCalls(expected, played),
    ...checkState(expected.state, played.state),
  ];
}

function checkStatus(expected: RehearsalExpectation, played: PlayedRun): string[] {
  if (expected.status === undefined || expected.status === played.status) return [];
  const why = played.error === undefined ? "" : ` (${played.error})`;
  return [`The run ended ${played.status}${why}; expected: ${expected.status}.`];
}

function checkAnswer(expected: RehearsalExpectation, played: PlayedRun): string[] {
  const missing = expected.answer.filter((text) => !played.answer?.includes(text));
  const seen = played.answer === undefined ? "There is no answer" : `The answer is ${previewJson(played.answer)}`;
  return missing.map((text) => `${seen}; expected in it: "${text}".`);
}

function checkCalls(expected: RehearsalExpectation, played: PlayedRun): string[] {
  const faults: string[] = [];
  const seen = played.calls.length === 0 ? "none" : joinNames(played.calls);
  let from = 0;
  for (const tool of expected.calls) {
    const at = played.calls.indexOf(tool, from);
    if (at === -1)
      faults.push(`${tool} was not called${from > 0 ? " after the calls before it" : ""}; calls made: ${seen}.`);
    else from = at + 1;
  }
  for (const tool of expected.never)
    if (played.calls.includes(tool)) faults.push(`${tool} was called; expected: never.`);
  return faults;
}

function checkState(expected: JsonObject, state: unknown, path = "state"): string[] {
  return Object.entries(expected).flatMap(([key, value]) => {
    const seen = isPlainObject(state) ? state[key] : undefined;
    if (isPlainObject(value) && isPlainObject(seen)) return checkState(value, seen, `${path}.${key}`);
    if (canonicalJson(value) === canonicalJson(seen)) return [];
    return [`${path}.${key} is ${previewJson(seen)}; expected: ${previewJson(value)}.`];
  });
}
