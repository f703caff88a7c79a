import { isPlainObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import { fitForServers } from "./fit-for-servers.ts";
import { inlineReferences } from "./inline-references.ts";
import { resolveReference } from "./resolve-reference.ts";

/**
 * A schema in the form that model servers take: an object with `properties` at the root, without options there, since
 * many servers refuse those. Where options were merged a model is told more than one call may hold; the call is checked
 * against the schema itself. References are followed, since not every server does.
 */
export function toModelSchema(given: JsonObject): JsonObject {
  const schema = inlineReferences(given);
  const whole = resolveReference(schema, schema) ?? schema;
  const { $defs, definitions } = schema;
  const made = fitForServers({
    ...mergeOptions(whole, schema),
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
    type: "object",
  });
  return { ...made, properties: made["properties"] ?? {} };
}

function mergeOptions(schema: JsonObject, root: JsonObject): JsonObject {
  const follow = (option: JsonObject): JsonObject => resolveReference(option, root) ?? option;
  const options = [...listOf(schema["anyOf"]), ...listOf(schema["oneOf"])].map(follow);
  const parts = [...listOf(schema["allOf"]).map(follow), schema];
  const rest: Record<string, JsonValue> = Object.fromEntries(
    Object.entries(schema).filter(([key]) => !composing.includes(key)),
  );
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
