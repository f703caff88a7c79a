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
  for (const { keyword, key, schema: inner } of subSchemas(schema)) {
    const changed = change(inner, keyword);
    const holder = copy[keyword];
    if (key === undefined) copy[keyword] = changed;
    else if (Array.isArray(holder))
      copy[keyword] = (holder as readonly JsonValue[]).map((item, index) => (String(index) === key ? changed : item));
    else copy[keyword] = withField(holder as JsonObject, key, changed);
  }
  return copy;
}

/** `__proto__` is a name like any other here. */
function withField(holder: JsonObject, key: string, value: JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(holder).map(([name, field]) => [name, name === key ? value : field]));
}

function entriesOf(keyword: string, holder: object): SubSchema[] {
  return Object.entries(holder).flatMap(([key, schema]) =>
    isPlainObject(schema) ? [{ keyword, key, schema: schema as JsonObject }] : [],
  );
}
