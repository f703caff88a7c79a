import { canonicalJson, isPlainObject, type JsonObject } from "../../base/json.ts";
import { formatCheck } from "../json-schema/formats.ts";
import { patternCost } from "../json-schema/pattern-cost.ts";
import { resolveReference } from "../json-schema/resolve-reference.ts";

/**
 * True when `value` fits `schema` as far as types, choices, bounds, patterns, known formats and keys go: what a repair
 * needs to know before it touches a value. The contract itself has the last word.
 */
export function fitsSchema(value: unknown, schema: JsonObject, root: JsonObject): boolean {
  const whole = resolveReference(schema, root);
  if (whole === undefined) return false;
  if (!fitsType(value, whole) || !fitsChoice(value, whole) || !fitsOptions(value, whole, root)) return false;
  if (typeof value === "string") return fitsText(value, whole);
  if (typeof value === "number") return fitsNumber(value, whole);
  if (Array.isArray(value)) return fitsList(value, whole, root);
  return isPlainObject(value) ? fitsObject(value, whole, root) : true;
}

/** The types that a schema names, or that its other keywords imply; none means any. */
export function typesOf(schema: JsonObject): readonly string[] {
  const { type } = schema;
  if (typeof type === "string") return [type];
  if (Array.isArray(type)) return type as string[];
  if (isPlainObject(schema["properties"])) return ["object"];
  return schema["items"] === undefined ? [] : ["array"];
}

/** True for a value of this JSON Schema type. */
export function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isPlainObject(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function fitsType(value: unknown, schema: JsonObject): boolean {
  const types = typesOf(schema);
  return types.length === 0 || types.some((type) => isOfType(value, type));
}

function fitsChoice(value: unknown, { enum: values, const: only }: JsonObject): boolean {
  if (only !== undefined && canonicalJson(value) !== canonicalJson(only)) return false;
  return !Array.isArray(values) || values.some((choice) => canonicalJson(choice) === canonicalJson(value));
}

function fitsOptions(value: unknown, { anyOf, oneOf, allOf }: JsonObject, root: JsonObject): boolean {
  const fits = (option: unknown): boolean => !isPlainObject(option) || fitsSchema(value, option as JsonObject, root);
  if (Array.isArray(anyOf) && !anyOf.some(fits)) return false;
  if (Array.isArray(oneOf) && oneOf.filter(fits).length !== 1) return false;
  return !Array.isArray(allOf) || allOf.every(fits);
}

function fitsText(text: string, { minLength, maxLength, pattern, format }: JsonObject): boolean {
  const length = minLength === undefined && maxLength === undefined ? 0 : Array.from(text).length;
  if (typeof minLength === "number" && length < minLength) return false;
  if (typeof maxLength === "number" && length > maxLength) return false;
  if (typeof format === "string" && formatCheck(format)?.(text) === false) return false;
  return typeof pattern !== "string" || matchesPattern(text, pattern);
}

function matchesPattern(text: string, pattern: string): boolean {
  if (text.length > 2000 && patternCost(pattern) !== "linear") return false;
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return new RegExp(pattern).test(text);
  }
}

function fitsNumber(value: number, schema: JsonObject): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (typeof minimum === "number" && value < minimum) return false;
  if (typeof maximum === "number" && value > maximum) return false;
  if (typeof exclusiveMinimum === "number" && value <= exclusiveMinimum) return false;
  return typeof exclusiveMaximum !== "number" || value < exclusiveMaximum;
}

function fitsList(list: readonly unknown[], { items, minItems, maxItems }: JsonObject, root: JsonObject): boolean {
  if (typeof minItems === "number" && list.length < minItems) return false;
  if (typeof maxItems === "number" && list.length > maxItems) return false;
  return !isPlainObject(items) || list.every((item) => fitsSchema(item, items, root));
}

function fitsObject(value: Record<string, unknown>, schema: JsonObject, root: JsonObject): boolean {
  const { required, additionalProperties } = schema;
  const properties = (schema["properties"] ?? {}) as Record<string, JsonObject>;
  if (Array.isArray(required) && !required.every((key) => Object.hasOwn(value, key as string))) return false;
  return Object.entries(value).every(([key, field]) => {
    if (Object.hasOwn(properties, key)) return field === undefined || fitsSchema(field, properties[key]!, root);
    if (schema["patternProperties"] !== undefined) return true;
    if (isPlainObject(additionalProperties)) return fitsSchema(field, additionalProperties, root);
    return additionalProperties !== false;
  });
}
