import { isPlainObject, type JsonObject } from "../../base/json.ts";
import type { FaultPlace } from "../check-value.ts";
import { leftOut, type RepairWalk } from "./repair-walk.ts";
import { schemaFacts } from "./schema-facts.ts";
import { mayBeWrapped } from "./unwrap-input.ts";

/** What is known of a repair before it is begun. */
export interface RepairTask {
  readonly input: unknown;
  /** Where something is wrong; absent where that is not known. */
  readonly faults: readonly FaultPlace[] | undefined;
  readonly root: JsonObject;
  readonly guided: boolean;
}

/**
 * Where a repair has to look: nowhere, when one fault cannot be mended and so nothing helps; at the faults; or everywhere,
 * since a key that nobody knows may be a known one misspelt, or the call around its arguments.
 */
export function repairScope({ input, faults, root, guided }: RepairTask): "nowhere" | "faults" | "everywhere" {
  if (faults === undefined || !isPlainObject(input)) return "everywhere";
  if (faults.some(isUnknownKey)) return guided || mayBeWrapped(input) ? "everywhere" : "nowhere";
  if (hasMoreKeys(input, root)) return "everywhere";
  let scope: "faults" | "everywhere" = "faults";
  for (const { path } of faults) {
    const schema = path.length === 0 ? undefined : schemaAt(path, root);
    if (schema === undefined) scope = "everywhere";
    else if (isLost(valueAt(input, path), { schema, root, guided })) return "nowhere";
  }
  return scope;
}

function isUnknownKey({ known }: FaultPlace): boolean {
  return known !== undefined;
}

/** Keys that an open object takes without knowing them. */
function hasMoreKeys(input: Record<string, unknown>, root: JsonObject): boolean {
  const facts = schemaFacts(root, root);
  if (facts === undefined || facts.closed) return facts === undefined;
  for (const key in input) if (!facts.properties.has(key)) return true;
  return false;
}

/** `undefined` where a list is on the way, or several schemas, or none, have a say in a field. */
function schemaAt(path: readonly PropertyKey[], root: JsonObject): JsonObject | undefined {
  let schema: JsonObject | undefined = root;
  for (const key of path) {
    const facts = schemaFacts(schema, root);
    if (typeof key !== "string" || facts?.options !== undefined || facts?.allOf !== undefined) return undefined;
    schema = facts?.properties.get(key);
    if (schema === undefined) return undefined;
  }
  return schema;
}

function valueAt(input: Record<string, unknown>, path: readonly PropertyKey[]): unknown {
  let value: unknown = input;
  for (const key of path) value = isPlainObject(value) && Object.hasOwn(value, key) ? value[key as string] : undefined;
  return value;
}

interface LostWhere {
  readonly schema: JsonObject;
  readonly root: JsonObject;
  readonly guided: boolean;
}

/**
 * What is missing is not invented. Where nothing may be guessed, a plain value has another form only by its format, or as
 * the text of a list or object.
 */
function isLost(value: unknown, { schema, root, guided }: LostWhere): boolean {
  if (value === undefined) return true;
  if (guided || typeof value === "object") return false;
  const facts = schemaFacts(schema, root);
  if (facts === undefined || facts.format !== undefined || facts.options !== undefined) return false;
  return facts.allOf === undefined && !facts.types.includes("object") && !facts.types.includes("array");
}

/** The same arguments with each fault mended; `undefined` if one of them cannot be. */
export function repairPlaces(
  input: Record<string, unknown>,
  faults: readonly FaultPlace[],
  walk: RepairWalk,
): Record<string, unknown> | undefined {
  let made = input;
  for (const { path } of faults) {
    const schema = schemaAt(path, walk.root)!;
    const value = valueAt(made, path);
    // Two faults of one value are mended together.
    if (made !== input && value !== valueAt(input, path)) continue;
    const place = { path: path.join("."), optional: isOptional(path, walk.root) };
    const repaired = walk.repair(value, { schema, place }, walk);
    if (repaired === value) return undefined;
    made = withValue(made, path as readonly string[], repaired);
  }
  return made;
}

function isOptional(path: readonly PropertyKey[], root: JsonObject): boolean {
  const parent = schemaAt(path.slice(0, -1), root);
  return parent !== undefined && schemaFacts(parent, root)?.required.has(path.at(-1) as string) !== true;
}

function withValue(object: Record<string, unknown>, path: readonly string[], value: unknown): Record<string, unknown> {
  const [key, ...rest] = path as [string, ...string[]];
  const copy = { ...object };
  if (rest.length > 0) copy[key] = withValue(object[key] as Record<string, unknown>, rest, value);
  else if (value === leftOut) delete copy[key];
  else copy[key] = value;
  return copy;
}
