import { parsePath, valueKey } from "./json-path.ts";
import type { StepLedger } from "./sop-state.ts";
import type { SopStep } from "./sop.ts";

/** How many calls make a step done, by the ledger of every step. */
export type CountNeeded = (ledgers: readonly StepLedger[]) => number;

/** Compiles `atLeast`, or `each`: as many as the other step's calls had different values, one at least. */
export function compileLeast({ times }: SopStep, indexOf: ReadonlyMap<string, number>): CountNeeded {
  const { each, per, atLeast = 1 } = times ?? {};
  const index = each === undefined ? undefined : indexOf.get(each);
  if (index === undefined || per === undefined) return () => atLeast;
  const keys = parsePath(per);
  return (ledgers) => Math.max(1, valuesOf(ledgers[index]!, keys).size);
}

/** The different values that the calls of a step had which satisfied it. */
export function valuesOf({ calls }: StepLedger, keys: readonly string[]): ReadonlySet<string> {
  return new Set(calls.flatMap((call) => (call.counts ? (valueKey(call.input, keys) ?? []) : [])));
}
