import { isPlainObject } from "../base/json.ts";

/** A copy of a value in which plain objects and arrays are new at every depth; anything else is shared. */
export function copyPlain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyPlain);
  if (!isPlainObject(value)) return value;
  const copy = { ...value };
  for (const key in copy) {
    const field = copy[key];
    if (typeof field === "object" && field !== null) copy[key] = copyPlain(field);
  }
  return copy;
}
