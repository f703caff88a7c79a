import { canonicalJson, type JsonValue } from "../base/json.ts";

/** The keys of a path such as `events.0.id`; none for the value as a whole. */
export function parsePath(path: string | undefined): readonly string[] {
  return path === undefined || path === "" ? [] : path.split(".");
}

/** What stands at a path: own keys of mappings and positions of lists only. `undefined` where nothing does. */
export function readPath(value: unknown, keys: readonly string[]): JsonValue | undefined {
  let current = value;
  for (const key of keys) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, key)) return undefined;
    if (Array.isArray(current) && !/^\d+$/.test(key)) return undefined;
    current = (current as Readonly<Record<string, unknown>>)[key];
  }
  return current as JsonValue | undefined;
}

/** What stands at a path as a text that is the same for equal values; `undefined` where nothing does. */
export function valueKey(value: unknown, keys: readonly string[]): string | undefined {
  const found = readPath(value, keys);
  return found === undefined ? undefined : canonicalJson(found);
}
