import { canonicalJson, isPlainObject, type JsonObject, previewJson } from "../base/json.ts";
import { joinNames } from "../base/names.ts";
import type { RehearsalExpectation, SopExpectation } from "../model/rehearsal.ts";
import type { ConformanceRow } from "../store/run-store.ts";

/** What came of a run, as far as a rehearsal expects something of it. */
export interface PlayedRun {
  readonly status: string;
  /** Why it failed or is degraded, if it did or is. */
  readonly error?: string;
  readonly answer: string | undefined;
  /** Names of the tools that were called, in order. */
  readonly calls: readonly string[];
  /** Calls that were refused before they ran, in order, with what the model was told. */
  readonly refused: readonly { readonly tool: string; readonly reason: string }[];
  /** The report on each skill's steps. */
  readonly reports: readonly ConformanceRow[];
  readonly state: Readonly<Record<string, unknown>>;
}

/** Every expectation that does not hold, as a sentence with what was expected and what came. */
export function checkExpectations(expected: RehearsalExpectation, played: PlayedRun): string[] {
  const refused = played.refused.map(({ tool }) => tool);
  return [
    ...checkStatus(expected, played),
    ...checkAnswer(expected, played),
    ...checkCalls(expected, played),
    ...inOrder(expected.refused, refused).map(
      ({ tool, after }) => `No call of ${tool} was refused${after}; refused: ${listed(refused)}.`,
    ),
    ...checkReports(expected.sop, played.reports),
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
  return [
    ...inOrder(expected.calls, played.calls).map(({ tool, after }) => notCalled(tool, after, played)),
    ...expected.never
      .filter((tool) => played.calls.includes(tool))
      .map((tool) => `${tool} was called; expected: never.`),
  ];
}

/** A call that was only refused was made all the same, and says itself what is wrong with it. */
function notCalled(tool: string, after: string, { calls, refused }: PlayedRun): string {
  const refusal = calls.includes(tool) ? undefined : refused.find((call) => call.tool === tool);
  if (refusal) return `${tool} was called and refused: ${refusal.reason}`;
  return `${tool} was not called${after}; calls made: ${listed(calls)}.`;
}

/** The names that do not come where they are expected; others may stand between. */
function inOrder(
  expected: readonly string[],
  seen: readonly string[],
): { readonly tool: string; readonly after: string }[] {
  let from = 0;
  return expected.flatMap((tool) => {
    const at = seen.indexOf(tool, from);
    if (at === -1) return [{ tool, after: from > 0 ? " after the calls before it" : "" }];
    from = at + 1;
    return [];
  });
}

function listed(tools: readonly string[]): string {
  return tools.length === 0 ? "none" : joinNames(tools);
}

function checkReports(expected: SopExpectation, reports: readonly ConformanceRow[]): string[] {
  const broken = reports.filter((report) => !report.conforms);
  const faults: string[] = [];
  if (expected.conforms === true && broken.length > 0)
    faults.push(`The steps of ${joinNames(broken.map(({ skill }) => skill))} were not kept; expected: kept.`);
  if (expected.conforms === false && broken.length === 0) faults.push("All steps were kept; expected: not.");
  for (const [name, status] of Object.entries(expected.steps)) {
    const step = reports
      .toReversed()
      .flatMap((report) => report.steps.map((view) => ({ ...view, name: `${report.skill}/${view.step}` })))
      .find((view) => view.step === name || view.name === name);
    if (step?.status === status) continue;
    faults.push(`Step ${name} is ${step?.status ?? "in no report"}; expected: ${status}.`);
  }
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
