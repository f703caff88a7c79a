import { isPlainObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import { inlineReferences } from "./inline-references.ts";
import { resolveReference } from "./resolve-reference.ts";
import { mapSubSchemas } from "./sub-schemas.ts";

/**
 * A schema in the form that model servers take: an object with `properties` at the root, without options there, since
 * many servers refuse those. Where options were merged a model is told more than one call may hold; the call is checked
 * against the schema itself. References are followed, since not every server does.
 */
export function toModelSchema(given: JsonObject): JsonObject {
  const schema = inlineReferences(given);
  const whole = resolveReference(schema, schema) ?? schema;
  const merged = mergeOptions(whole, schema);
  const made = mapSubSchemas(merged, fillIn);
  const { $defs, definitions } = schema;
  return {
    ...made,
    type: "object",
    properties: made["properties"] ?? {},
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
  };
}

/** `{}` in place of a schema for other keys is true, and an object says its properties. */
function fillIn(schema: JsonObject): JsonObject {
  const copy: Record<string, JsonValue> = mapSubSchemas(schema, fillIn);
  const rest = copy["additionalProperties"];
  if (isPlainObject(rest) && Object.keys(rest).length === 0) copy["additionalProperties"] = true;
  if (copy["type"] === "object" && copy["properties"] === undefined) copy["properties"] = {};
  return copy;
}

function mergeOptions(schema: JsonObject, root: JsonObject): JsonObject {
  const follow = (option: JsonObject): JsonObject => resolveReference(option, root) ?? option;
  const options = [...listOf(schema["anyOf"]), ...listOf(schema["oneOf"])].map(follow);
  const parts = [...listOf(schema["allOf"]).map(follow), schema];
  const rest = Object.fromEntries(Object.entries(schema).filter(([key]) => !composing.includes(key)));
  if (options.length === 0 && parts.length === 1) return rest;
  const shared = namesOf(options[0] ?? {}).filter((name) => options.every((option) => namesOf(option).includes(name)));
  const required = [...new Set([...parts.flatMap(namesOf), ...shared])];
  const fields = [...options, ...parts].flatMap((part) => Object.entries((part["properties"] ?? {}) as JsonObject));
  delete rest["additionalProperties"];
  return { ...rest, properties: Object.fromEntries(fields), ...(required.length > 0 && { required }) };
}

const composing: readonly string[] = ["anyOf", "oneOf", "allOf", "if", "then", "else", "not"];

function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? (value.filter((item) => isPlainObject(item)) as JsonObject[]) : [];
}

function namesOf(schema: JsonObject): string[] {
  return Array.isArray(schema["required"]) ? (schema["required"] as string[]) : [];
}
