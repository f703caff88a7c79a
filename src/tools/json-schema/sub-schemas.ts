import { isPlainObject, type JsonObject, type JsonValue } from "../../base/json.ts";

/** A place inside a schema where another schema stands, and the keyword it stands under. */
export interface SubSchema {
  readonly keyword: string;
  /** The name or number under the keyword; absent where the keyword holds the schema itself. */
  readonly key?: string;
  readonly schema: JsonObject;
}

const single: readonly string[] = [
  "additionalProperties",
  "unevaluatedProperties",
  "additionalItems",
  "unevaluatedItems",
  "items",
  "contains",
  "propertyNames",
  "not",
  "if",
  "then",
  "else",
];
const lists: readonly string[] = ["allOf", "anyOf", "oneOf", "prefixItems", "items"];
const maps: readonly string[] = [
  "properties",
  "patternProperties",
  "dependentSchemas",
  "dependencies",
  "$defs",
  "definitions",
];

/** The schemas that stand directly inside `schema`. */
export function subSchemas(schema: JsonObject): SubSchema[] {
  return [
    ...single.flatMap((keyword) => (isPlainObject(schema[keyword]) ? [{ keyword, schema: schema[keyword] }] : [])),
    ...lists.flatMap((keyword) => entriesOf(keyword, Array.isArray(schema[keyword]) ? schema[keyword] : {})),
    ...maps.flatMap((keyword) => entriesOf(keyword, isPlainObject(schema[keyword]) ? schema[keyword] : {})),
  ] as SubSchema[];
}

/** A copy of `schema` in which `change` has made every schema directly inside it anew. */
export function mapSubSchemas(
  schema: JsonObject,
  change: (inner: JsonObject, keyword: string) => JsonObject,
): Record<string, JsonValue> {
  const copy: Record<string, JsonValue> = { ...schema };
  const changed = (keyword: string, inner: JsonValue): JsonValue =>
    isPlainObject(inner) ? change(inner, keyword) : inner;
  for (const keyword of single) if (isPlainObject(copy[keyword])) copy[keyword] = changed(keyword, copy[keyword]);
  for (const keyword of lists) {
    const list = schema[keyword];
    if (Array.isArray(list)) copy[keyword] = (list as readonly JsonValue[]).map((inner) => changed(keyword, inner));
  }
  for (const keyword of maps) {
    const map = schema[keyword];
    if (!isPlainObject(map)) continue;
    // `__proto__` is a name like any other here.
    const fields = Object.entries(map).map(([name, inner]) => [name, changed(keyword, inner)] as const);
    copy[keyword] = Object.fromEntries(fields);
  }
  return copy;
}

function entriesOf(keyword: string, holder: object): SubSchema[] {
  return Object.entries(holder).flatMap(([key, schema]) =>
    isPlainObject(schema) ? [{ keyword, key, schema: schema as JsonObject }] : [],
  );
}
