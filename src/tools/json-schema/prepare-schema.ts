import type { JsonObject, JsonValue } from "../../base/json.ts";
import { mapSubSchemas, subSchemas } from "./sub-schemas.ts";

const prepared = new WeakMap<JsonObject, JsonObject>();

/**
 * A schema from elsewhere as it is shown and checked here: `nullable` written as a type, bounds of draft 4 as today, objects with `properties`
 * closed unless they say otherwise, and without what names or loads schemas (`$schema`, `$id`, `$async`). Objects that
 * are put together from parts stay open, since each part would refuse the keys of the others. Made once per schema.
 */
export function prepareSchema(schema: JsonObject): JsonObject {
  const known = prepared.get(schema);
  if (known) return known;
  const made = prepare(schema, { closes: "here" });
  const whole = made["type"] === "object" && made["properties"] === undefined ? { ...made, properties: {} } : made;
  const closed =
    whole !== made && made["additionalProperties"] === undefined && !isComposed(schema)
      ? { ...whole, additionalProperties: false }
      : whole;
  prepared.set(schema, closed);
  return closed;
}

const opened = new WeakMap<JsonObject, JsonObject>();

/** As {@link prepareSchema}, for answers: an answer may hold more than was promised. Made once per schema. */
export function openSchema(schema: JsonObject): JsonObject {
  const known = opened.get(schema);
  if (known) return known;
  const made = prepare(schema, { closes: "never" });
  opened.set(schema, made);
  return made;
}

/** Keywords whose schemas describe a part of the same value, or a condition on it. */
const sameValue: readonly string[] = ["allOf", "not", "if", "then", "else", "dependentSchemas", "dependencies"];

/** Whether an object that says nothing of other keys is closed: this one and those inside, only those inside, or none. */
type Closing = "here" | "inside" | "never";

function prepare(schema: JsonObject, { closes }: { readonly closes: Closing }): JsonObject {
  const composed = isComposed(schema);
  const copy = mapSubSchemas(schema, (inner, keyword) => {
    if (closes === "never") return prepare(inner, { closes });
    const option = keyword === "anyOf" || keyword === "oneOf";
    const partial =
      sameValue.includes(keyword) || (option && (closes === "inside" || schema["properties"] !== undefined));
    return prepare(inner, { closes: partial ? "inside" : "here" });
  });
  for (const key of ["$schema", "$id", "id", "$async", "$anchor", "$comment"]) {
    delete copy[key];
  }
  writeNullable(copy);
  writeBound(copy, "minimum", "exclusiveMinimum");
  writeBound(copy, "maximum", "exclusiveMaximum");
  const open = copy["additionalProperties"] !== undefined || copy["unevaluatedProperties"] !== undefined;
  if (closes === "here" && !composed && !open && copy["properties"] !== undefined) copy["additionalProperties"] = false;
  return copy;
}

function isComposed(schema: JsonObject): boolean {
  if (schema["$ref"] !== undefined) return true;
  return subSchemas(schema).some(
    ({ keyword, schema: inner }) =>
      ["allOf", "anyOf", "oneOf", "then", "else", "dependentSchemas"].includes(keyword) && bringsKeys(inner),
  );
}

function bringsKeys(schema: JsonObject): boolean {
  if (schema["$ref"] !== undefined || schema["properties"] !== undefined) return true;
  return subSchemas(schema).some(
    ({ keyword, schema: inner }) => ["allOf", "anyOf", "oneOf"].includes(keyword) && bringsKeys(inner),
  );
}

/** `nullable` is OpenAPI's word for a second type. */
function writeNullable(schema: Record<string, JsonValue>): void {
  const { nullable, type, enum: values } = schema;
  if (nullable === undefined) return;
  delete schema["nullable"];
  if (nullable !== true) return;
  if (type !== undefined && ![type].flat().includes("null")) schema["type"] = [...[type].flat(), "null"];
  if (Array.isArray(values) && !values.includes(null)) schema["enum"] = [...(values as JsonValue[]), null];
}

/** In draft 4 `exclusiveMinimum: true` says that the bound itself does not belong. */
function writeBound(schema: Record<string, JsonValue>, bound: string, exclusive: string): void {
  const flag = schema[exclusive];
  if (typeof flag !== "boolean") return;
  delete schema[exclusive];
  const limit = schema[bound];
  if (!flag || limit === undefined) return;
  schema[exclusive] = limit;
  delete schema[bound];
}
