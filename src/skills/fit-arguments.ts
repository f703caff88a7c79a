import type { JsonValue } from "../base/json.ts";
import { parsePath, readPath } from "./json-path.ts";
import type { SopArgument } from "./sop-argument.ts";
import type { StepLedger } from "./sop-state.ts";
import { doesContain, equalTo } from "./value-test.ts";

/**
 * How the arguments of a call stand to those of a step: `fits`, `other` for another value than the step wants, `open`
 * while the step it takes a value from has no result, `differs` for another value than that step had.
 */
export type ArgumentFit =
  | { readonly kind: "fits" }
  | { readonly kind: "other" | "open" | "differs"; readonly argument: SopArgument; readonly seen?: JsonValue };

/** Compares the input of a call with what is wanted. */
export type FitArguments = (input: unknown, ledgers: readonly StepLedger[]) => ArgumentFit;

/** Compiles wanted arguments. Values are compared first, so that `open` and `differs` mean a call that was meant. */
export function compileArguments(wanted: readonly SopArgument[], indexOf: ReadonlyMap<string, number>): FitArguments {
  const values = wanted.filter(holdsValue).map((argument) => compileValue(argument));
  const bindings = wanted
    .filter((argument) => !holdsValue(argument))
    .map((argument) => compileBinding(argument, indexOf.get(argument.sameAs ?? argument.step ?? "")));
  const checks = [...values, ...bindings];
  return (input, ledgers) => {
    for (const check of checks) {
      const fit = check(input, ledgers);
      if (fit.kind !== "fits") return fit;
    }
    return fits;
  };
}

function compileValue(argument: SopArgument): FitArguments {
  const keys = parsePath(argument.name);
  const { equals, contains } = argument;
  const isWanted =
    contains === undefined ? equalTo(equals!) : (value: JsonValue | undefined) => doesContain(value, contains);
  return (input) => {
    const seen = readPath(input, keys);
    return isWanted(seen) ? fits : { kind: "other", argument, ...(seen === undefined ? {} : { seen }) };
  };
}

/** Any call that satisfied the other step may lend its value: with two events cancelled, each may be told of. */
function compileBinding(argument: SopArgument, index: number | undefined): FitArguments {
  const keys = parsePath(argument.name);
  const fromInput = argument.sameAs !== undefined;
  const otherKeys = fromInput ? parsePath(argument.argument ?? argument.name) : parsePath(argument.path);
  return (input, ledgers) => {
    const ledger = index === undefined ? undefined : ledgers[index];
    if (ledger === undefined || ledger.count === 0) return { kind: "open", argument };
    const seen = readPath(input, keys);
    if (seen !== undefined) {
      const isSame = equalTo(seen);
      for (const call of ledger.calls) {
        if (call.counts && isSame(readPath(fromInput ? call.input : call.output, otherKeys))) return fits;
      }
    }
    return { kind: "differs", argument, ...(seen === undefined ? {} : { seen }) };
  };
}

function holdsValue({ equals, contains }: SopArgument): boolean {
  return equals !== undefined || contains !== undefined;
}

const fits = { kind: "fits" } as const;
