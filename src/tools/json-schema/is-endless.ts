import type { JsonObject } from "../../base/json.ts";
import { resolveReference } from "./resolve-reference.ts";
import { subSchemas } from "./sub-schemas.ts";

/** Keywords whose schemas are asked about the same value as the schema that holds them. */
const sameValue: readonly string[] = [
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "dependentSchemas",
  "dependencies",
];

/**
 * True for a schema that asks itself, or a part that asks itself, about the same value: no check would ever end. A
 * schema that holds itself under `properties` or `items` is no such case. Form and depth must have been checked.
 */
export function isEndless(root: JsonObject): boolean {
  const search: Search = { root, path: new Set(), done: new Set() };
  const waiting: JsonObject[] = [root];
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    if (comesBack(schema, search)) return true;
    waiting.push(...subSchemas(schema).map(({ schema: inner }) => inner));
  }
  return false;
}

interface Search {
  readonly root: JsonObject;
  /** The schemas between the first one and the one that is looked at. */
  readonly path: Set<JsonObject>;
  /** Those from which no way leads back. */
  readonly done: Set<JsonObject>;
}

function comesBack(schema: JsonObject, search: Search): boolean {
  if (search.path.has(schema)) return true;
  if (search.done.has(schema)) return false;
  search.path.add(schema);
  const next = nextSchemas(schema, search.root).some((inner) => comesBack(inner, search));
  search.path.delete(schema);
  if (!next) search.done.add(schema);
  return next;
}

function nextSchemas(schema: JsonObject, root: JsonObject): JsonObject[] {
  const { $ref: reference } = schema;
  const target = reference === undefined ? undefined : resolveReference({ $ref: reference }, root);
  const inner = subSchemas(schema).filter(({ keyword }) => sameValue.includes(keyword));
  return [...(target ? [target] : []), ...inner.map((part) => part.schema)];
}
