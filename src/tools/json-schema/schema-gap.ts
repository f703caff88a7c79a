import { canonicalJson, isPlainObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import { resolveReference } from "./resolve-reference.ts";

/** Two schemas side by side, at the same place of a value. */
interface Pair {
  readonly wide: JsonObject;
  readonly narrow: JsonObject;
  readonly path: string;
  readonly depth: number;
}

interface Roots {
  readonly wide: JsonObject;
  readonly narrow: JsonObject;
}

const deepest = 32;

/**
 * Why it is not certain that every value which fits `narrow` fits `wide` too; `undefined` where it is proved. Keywords that
 * the proof does not know count as limits that nothing is known about.
 */
export function findSchemaGap(narrow: JsonObject, wide: JsonObject): string | undefined {
  return gapAt({ wide, narrow, path: "", depth: 0 }, { wide, narrow });
}

/** Say nothing about which values fit. */
const remarks: readonly string[] = [
  "$schema",
  "$id",
  "$comment",
  "$defs",
  "definitions",
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
];
const compared: readonly string[] = [
  "type",
  "enum",
  "const",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
];

function gapAt(pair: Pair, roots: Roots): string | undefined {
  const wide = resolveReference(pair.wide, roots.wide);
  const narrow = resolveReference(pair.narrow, roots.narrow);
  if (!wide || !narrow || pair.depth > deepest) return at(pair.path, "it refers to itself, or deeper than is followed");
  if (meaning(wide) === meaning(narrow)) return undefined;
  const here: Pair = { ...pair, wide, narrow };
  const options = optionsOf(narrow);
  if (options) return firstGap(options, (option) => gapAt({ ...here, narrow: option, depth: pair.depth + 1 }, roots));
  const targets = optionsOf(wide);
  if (targets) {
    const gaps = targets.map((option) => gapAt({ ...here, wide: option, depth: pair.depth + 1 }, roots));
    return gaps.includes(undefined)
      ? undefined
      : at(pair.path, gaps[0]!.replace(/^.*?: /, "none of its options takes it: "));
  }
  return plainGap(here, roots);
}

function plainGap(pair: Pair, roots: Roots): string | undefined {
  const { wide, narrow, path } = pair;
  const unknown = Object.keys(wide).find(
    (key) =>
      !remarks.includes(key) && !compared.includes(key) && canonicalJson(wide[key]) !== canonicalJson(narrow[key]),
  );
  if (unknown !== undefined) return at(path, `\`${unknown}\` is not the same`);
  return (
    choiceGap(pair) ??
    (narrow["enum"] !== undefined || narrow["const"] !== undefined ? undefined : (typeGap(pair) ?? boundsGap(pair))) ??
    listGap(pair, roots) ??
    objectGap(pair, roots)
  );
}

function choiceGap({ wide, narrow, path }: Pair): string | undefined {
  const allowed = choicesOf(wide);
  const given = choicesOf(narrow);
  if (allowed === undefined) {
    if (given === undefined) return undefined;
    const wrong = given.find((value) => !mayBe(value, wide));
    return wrong === undefined ? undefined : at(path, `it may refuse ${JSON.stringify(wrong)}`);
  }
  if (given === undefined) return at(path, "it takes only some values");
  const missing = given.find((value) => !allowed.some((choice) => canonicalJson(choice) === canonicalJson(value)));
  return missing === undefined ? undefined : at(path, `it does not take ${JSON.stringify(missing)}`);
}

/** A single value against types and bounds; where those are more than a type, nothing is said for certain. */
function mayBe(value: JsonValue, schema: JsonObject): boolean {
  const limited = compared.some((key) => !["type", "enum", "const"].includes(key) && schema[key] !== undefined);
  if (limited && typeof value !== "string") return false;
  if (limited && (schema["minLength"] !== undefined || schema["maxLength"] !== undefined)) return false;
  const types = [schema["type"] ?? []].flat();
  return (
    types.length === 0 ||
    types.some((type) => type === typeName(value) || (type === "number" && typeof value === "number"))
  );
}

function typeName(value: JsonValue): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

function typeGap({ wide, narrow, path }: Pair): string | undefined {
  const allowed = [wide["type"] ?? []].flat() as string[];
  const given = [narrow["type"] ?? []].flat() as string[];
  if (allowed.length === 0) return undefined;
  if (given.length === 0) return at(path, `it takes only ${allowed.join(" or ")}`);
  const missing = given.find((type) => !allowed.includes(type) && !(type === "integer" && allowed.includes("number")));
  return missing === undefined ? undefined : at(path, `it takes ${allowed.join(" or ")}, not ${missing}`);
}

function boundsGap({ wide, narrow, path }: Pair): string | undefined {
  for (const key of ["minimum", "exclusiveMinimum", "minLength", "minItems"] as const)
    if (!isWithin(wide[key], narrow[key], (limit, own) => own >= limit)) return at(path, `its \`${key}\` is higher`);
  for (const key of ["maximum", "exclusiveMaximum", "maxLength", "maxItems"] as const)
    if (!isWithin(wide[key], narrow[key], (limit, own) => own <= limit)) return at(path, `its \`${key}\` is lower`);
  return undefined;
}

function isWithin(limit: unknown, own: unknown, holds: (limit: number, own: number) => boolean): boolean {
  if (typeof limit !== "number") return true;
  return typeof own === "number" && holds(limit, own);
}

function listGap(pair: Pair, roots: Roots): string | undefined {
  const { wide, narrow, path, depth } = pair;
  if (wide["items"] === undefined || wide["items"] === true) return undefined;
  const wideItems = wide["items"];
  if (!takes(narrow, "array")) return undefined;
  if (!isPlainObject(wideItems)) return at(path, "its items are limited");
  const narrowItems = isPlainObject(narrow["items"]) ? narrow["items"] : {};
  return gapAt({ wide: wideItems, narrow: narrowItems, path: `${path}[]`, depth: depth + 1 }, roots);
}

function objectGap(pair: Pair, roots: Roots): string | undefined {
  const { wide, narrow, path } = pair;
  if (!takes(narrow, "object")) return undefined;
  const wideFields = fieldsOf(wide);
  const narrowFields = fieldsOf(narrow);
  const needed = ((wide["required"] ?? []) as string[]).find(
    (key) => !((narrow["required"] ?? []) as string[]).includes(key),
  );
  if (needed !== undefined) return at(path, `it requires "${needed}"`);
  for (const [key, field] of Object.entries(narrowFields)) {
    const target = Object.hasOwn(wideFields, key) ? wideFields[key]! : wide["additionalProperties"];
    if (target === false) return at(path, `it does not know "${key}"`);
    if (!isPlainObject(target)) continue;
    const inner = {
      wide: target,
      narrow: field,
      path: path === "" ? key : `${path}.${key}`,
      depth: pair.depth + 1,
    };
    const gap = gapAt(inner, roots);
    if (gap !== undefined) return gap;
  }
  return restGap(pair, roots);
}

/** Keys that neither schema names. */
function restGap({ wide, narrow, path, depth }: Pair, roots: Roots): string | undefined {
  if (narrow["patternProperties"] !== undefined) return at(path, "keys by pattern cannot be compared");
  const rest = narrow["additionalProperties"];
  if (rest === false) return undefined;
  const target = wide["additionalProperties"];
  if (target === false) return at(path, "it takes no other keys");
  const other = isPlainObject(rest) ? rest : {};
  if (isPlainObject(target)) {
    const gap = gapAt({ wide: target, narrow: other, path: `${path}.*`, depth: depth + 1 }, roots);
    if (gap !== undefined) return gap;
  }
  const named = Object.entries(fieldsOf(wide)).find(([key]) => !Object.hasOwn(fieldsOf(narrow), key));
  if (named === undefined) return undefined;
  return gapAt(
    { wide: named[1], narrow: other, path: `${path === "" ? "" : `${path}.`}${named[0]}`, depth: depth + 1 },
    roots,
  );
}

function takes(schema: JsonObject, type: string): boolean {
  const types = [schema["type"] ?? []].flat();
  return types.length === 0 || types.includes(type);
}

function fieldsOf(schema: JsonObject): Record<string, JsonObject> {
  return (schema["properties"] ?? {}) as Record<string, JsonObject>;
}

function choicesOf(schema: JsonObject): readonly JsonValue[] | undefined {
  if (Array.isArray(schema["enum"])) return schema["enum"] as JsonValue[];
  return schema["const"] === undefined ? undefined : [schema["const"]];
}

/** The options of a schema that is nothing but options; several types count as such. */
function optionsOf(schema: JsonObject): JsonObject[] | undefined {
  const { anyOf, type, ...beside } = schema;
  if (Array.isArray(anyOf)) {
    const alone = type === undefined && Object.keys(beside).every((key) => remarks.includes(key));
    return alone && anyOf.every((option) => isPlainObject(option)) ? (anyOf as JsonObject[]) : undefined;
  }
  return Array.isArray(type) && type.length > 1 ? type.map((one) => ({ ...schema, type: one })) : undefined;
}

function firstGap(
  options: readonly JsonObject[],
  gapOf: (option: JsonObject) => string | undefined,
): string | undefined {
  for (const option of options) {
    const gap = gapOf(option);
    if (gap !== undefined) return gap;
  }
  return undefined;
}

/** A schema without its remarks, for comparing: references point into other texts and are never alike. */
function meaning(schema: JsonObject): string {
  const text = canonicalJson(withoutRemarks(schema));
  return text.includes('"$ref"') ? Symbol("a reference").toString() + Math.random() : text;
}

function withoutRemarks(value: JsonValue, named = false): JsonValue {
  if (Array.isArray(value)) return value.map((item) => withoutRemarks(item as JsonValue));
  if (!isPlainObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => named || !remarks.includes(key));
  const fields = kept.map(([key, field]) => [key, withoutRemarks(field, !named && key === "properties")] as const);
  return Object.fromEntries<JsonValue>(fields);
}

function at(path: string, what: string): string {
  return path === "" ? what : `${path}: ${what}`;
}
