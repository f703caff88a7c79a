import type { JsonObject, JsonValue } from "../../base/json.ts";
import { resolveReference } from "./resolve-reference.ts";
import { mapSubSchemas } from "./sub-schemas.ts";

/** A schema that grows beyond this many parts is left with its references. */
const mostParts = 2000;
/** So often a part that holds itself is shown inside itself. */
const mostTimes = 2;

/**
 * A schema with what its `$ref`s point to in their places, and without `$defs`: many model servers follow no reference.
 * A part that holds itself is any value of its type from the third time on, so a model is told less than is checked.
 * A schema that would become too large is given back as it is.
 */
export function inlineReferences(schema: JsonObject): JsonObject {
  if (!JSON.stringify(schema).includes('"$ref"')) return schema;
  const walk: Walk = { root: schema, parts: 0 };
  const made = inline(schema, walk, []);
  return walk.parts > mostParts ? schema : made;
}

interface Walk {
  readonly root: JsonObject;
  parts: number;
}

/** `open`: references that are being followed now. */
function inline(schema: JsonObject, walk: Walk, open: readonly string[]): JsonObject {
  walk.parts += 1;
  if (walk.parts > mostParts) return schema;
  const { $ref: reference } = schema;
  if (typeof reference !== "string") return withoutDefinitions(schema, (inner) => inline(inner, walk, open));
  const target = resolveReference(schema, walk.root);
  if (target === undefined) return withoutReference(schema);
  if (open.filter((other) => other === reference).length >= mostTimes) return closed(target);
  return withoutDefinitions(target, (inner) => inline(inner, walk, [...open, reference]));
}

function withoutDefinitions(schema: JsonObject, change: (inner: JsonObject) => JsonObject): JsonObject {
  const { $defs: _, definitions: __, $ref: ___, ...rest } = schema;
  return mapSubSchemas(rest, change);
}

function withoutReference(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== "$ref"));
}

function closed({ type, description }: JsonObject): JsonObject {
  const kept: Record<string, JsonValue> = {};
  if (type !== undefined) kept["type"] = type;
  if (description !== undefined) kept["description"] = description;
  return kept;
}
