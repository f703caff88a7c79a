import { canonicalJson, isPlainObject, type JsonObject } from "../../base/json.ts";
import { formatCheck } from "../json-schema/formats.ts";
import { patternCost } from "../json-schema/pattern-cost.ts";
import { type SchemaFacts, schemaFacts } from "./schema-facts.ts";

/**
 * True when `value` fits `schema` as far as types, choices, bounds, patterns, known formats and keys go: what a repair
 * needs to know before it touches a value. The contract itself has the last word.
 */
export function fitsSchema(value: unknown, schema: JsonObject, root: JsonObject): boolean {
  const facts = schemaFacts(schema, root);
  if (facts === undefined || !fitsType(value, facts.types)) return false;
  if (facts.choices !== undefined && !facts.choices.some((choice) => isEqual(value, choice))) return false;
  if (!fitsParts(value, facts, root)) return false;
  if (typeof value === "string") return fitsText(value, facts);
  if (typeof value === "number") return fitsNumber(value, facts);
  if (Array.isArray(value)) return fitsList(value, facts, root);
  return isPlainObject(value) ? fitsObject(value, facts, root) : true;
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

function fitsType(value: unknown, types: readonly string[]): boolean {
  if (types.length === 0) return true;
  for (const type of types) if (isOfType(value, type)) return true;
  return false;
}

function isEqual(value: unknown, choice: unknown): boolean {
  if (value === choice) return true;
  return typeof choice === "object" && choice !== null && canonicalJson(value) === canonicalJson(choice);
}

function fitsParts(value: unknown, { anyOf, oneOf, allOf }: SchemaFacts, root: JsonObject): boolean {
  if (anyOf !== undefined && !anyOf.some((option) => fitsSchema(value, option, root))) return false;
  if (oneOf !== undefined && oneOf.filter((option) => fitsSchema(value, option, root)).length !== 1) return false;
  return allOf === undefined || allOf.every((part) => fitsSchema(value, part, root));
}

function fitsText(text: string, { minLength, maxLength, pattern, format }: SchemaFacts): boolean {
  // A character is one or two units, so the units alone mostly decide.
  if (text.length > maxLength || text.length < minLength * 2) {
    const length = text.length < minLength ? text.length : Array.from(text).length;
    if (length < minLength || length > maxLength) return false;
  }
  if (format !== undefined && formatCheck(format)?.(text) === false) return false;
  return pattern === undefined || matchesPattern(text, pattern);
}

function matchesPattern(text: string, pattern: string): boolean {
  if (text.length > 2000 && patternCost(pattern) !== "linear") return false;
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return new RegExp(pattern).test(text);
  }
}

function fitsNumber(value: number, facts: SchemaFacts): boolean {
  if (value < facts.minimum || value > facts.maximum) return false;
  return value > facts.exclusiveMinimum && value < facts.exclusiveMaximum;
}

function fitsList(list: readonly unknown[], { items, minItems, maxItems }: SchemaFacts, root: JsonObject): boolean {
  if (list.length < minItems || list.length > maxItems) return false;
  return items === undefined || list.every((item) => fitsSchema(item, items, root));
}

function fitsObject(value: Record<string, unknown>, facts: SchemaFacts, root: JsonObject): boolean {
  for (const key of facts.required) if (!Object.hasOwn(value, key)) return false;
  for (const key of Object.keys(value)) {
    const field = value[key];
    const schema = facts.properties.get(key);
    if (schema === undefined && facts.hasPatterns) continue;
    if (schema === undefined && facts.closed) return false;
    const known = schema ?? facts.rest;
    if (known !== undefined && field !== undefined && !fitsSchema(field, known, root)) return false;
  }
  return true;
}
