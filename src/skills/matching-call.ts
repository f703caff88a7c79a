import { parsePath, readPath } from "./json-path.ts";
import type { SopTest } from "./sop-condition.ts";
import type { RunningCall, StepCall, StepLedger } from "./sop-state.ts";
import { equalTo } from "./value-test.ts";

/** The call that a condition is asked for. */
export interface JudgedCall {
  readonly input: unknown;
  readonly running: readonly RunningCall[];
}

/** Finds the newest call of a step that stands for a call in question. */
export type FindCall = (ledgers: readonly StepLedger[], call: JudgedCall) => StepCall | undefined;

/**
 * Compiles `same` and `fresh` of a test about the step at `index`, in the `after` of the step at `own`. With `fresh` a
 * call of the own step that was done, or is running, uses up all calls before it (of the same arguments).
 */
export function findMatchingCall(
  { same = [], fresh }: Pick<SopTest, "same" | "fresh">,
  { index, own }: { readonly index: number; readonly own: number | undefined },
): FindCall {
  const paths = same.map(parsePath);
  return (ledgers, { input, running }) => {
    const isAlike = likeInput(input, paths);
    const isUsedUp = fresh === true && own !== undefined;
    if (isUsedUp && running.some((other) => other.step === own && isAlike(other.input))) return undefined;
    const last = isUsedUp ? newestOf(ledgers[own]!, isAlike) : undefined;
    const found = newestOf(ledgers[index]!, isAlike);
    return found !== undefined && found.order > (last?.order ?? -1) ? found : undefined;
  };
}

/** Compares the inputs of other calls at some paths; what is missing in either is like nothing. */
function likeInput(input: unknown, paths: readonly (readonly string[])[]): (other: unknown) => boolean {
  const wanted = paths.map((keys) => {
    const value = readPath(input, keys);
    return value === undefined ? () => false : equalTo(value);
  });
  return (other) => wanted.every((isSame, position) => isSame(readPath(other, paths[position]!)));
}

function newestOf(ledger: StepLedger, isAlike: (input: unknown) => boolean): StepCall | undefined {
  for (let position = ledger.calls.length - 1; position >= 0; position -= 1) {
    const call = ledger.calls[position]!;
    if (call.counts && isAlike(call.input)) return call;
  }
  return undefined;
}
