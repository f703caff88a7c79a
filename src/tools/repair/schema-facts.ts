import { isPlainObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import { resolveReference } from "../json-schema/resolve-reference.ts";

/** What a repair asks of a schema, read once: its keywords with their references followed. */
export interface SchemaFacts {
  /** The types that it names, or that its other keywords imply; none means any. */
  readonly types: readonly string[];
  readonly choices: readonly JsonValue[] | undefined;
  /** The options of `anyOf` and `oneOf`, each with the keywords beside it. */
  readonly options: readonly JsonObject[] | undefined;
  readonly anyOf: readonly JsonObject[] | undefined;
  readonly oneOf: readonly JsonObject[] | undefined;
  readonly allOf: readonly JsonObject[] | undefined;
  readonly format: string | undefined;
  readonly pattern: string | undefined;
  readonly minLength: number;
  readonly maxLength: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly exclusiveMinimum: number;
  readonly exclusiveMaximum: number;
  readonly minItems: number;
  readonly maxItems: number;
  readonly items: JsonObject | undefined;
  readonly prefixItems: readonly JsonValue[] | undefined;
  readonly properties: ReadonlyMap<string, JsonObject>;
  readonly required: ReadonlySet<string>;
  /** True when keys that no keyword names are refused. */
  readonly closed: boolean;
  /** The schema of keys that no keyword names, where there is one. */
  readonly rest: JsonObject | undefined;
  readonly hasPatterns: boolean;
}

const known = new WeakMap<JsonObject, SchemaFacts | null>();

/** The facts of `schema`, which stands somewhere in `root`; `undefined` for a reference that leads nowhere. */
export function schemaFacts(schema: JsonObject, root: JsonObject): SchemaFacts | undefined {
  let facts = known.get(schema);
  if (facts === undefined) {
    const whole = resolveReference(schema, root);
    facts = whole === undefined ? null : readFacts(whole, root);
    known.set(schema, facts);
  }
  return facts ?? undefined;
}

function readFacts(schema: JsonObject, root: JsonObject): SchemaFacts {
  const { enum: values, const: only, additionalProperties, required, items, prefixItems, format, pattern } = schema;
  const number = (key: string, otherwise: number): number => {
    const value = schema[key];
    return typeof value === "number" ? value : otherwise;
  };
  const properties = isPlainObject(schema["properties"]) ? schema["properties"] : {};
  return {
    types: readTypes(schema),
    choices: Array.isArray(values) ? values : only === undefined ? undefined : [only],
    options: readOptions(schema, root),
    anyOf: schemaList(schema["anyOf"]),
    oneOf: schemaList(schema["oneOf"]),
    allOf: schemaList(schema["allOf"]),
    format: typeof format === "string" ? format : undefined,
    pattern: typeof pattern === "string" ? pattern : undefined,
    minLength: number("minLength", 0),
    maxLength: number("maxLength", Infinity),
    minimum: number("minimum", -Infinity),
    maximum: number("maximum", Infinity),
    exclusiveMinimum: number("exclusiveMinimum", -Infinity),
    exclusiveMaximum: number("exclusiveMaximum", Infinity),
    minItems: number("minItems", 0),
    maxItems: number("maxItems", Infinity),
    items: isSchema(items) ? items : undefined,
    prefixItems: Array.isArray(prefixItems) ? prefixItems : undefined,
    properties: new Map(
      Object.entries(properties).filter((entry): entry is [string, JsonObject] => isSchema(entry[1])),
    ),
    required: new Set(Array.isArray(required) ? (required as string[]) : []),
    closed: additionalProperties === false,
    rest: isSchema(additionalProperties) ? additionalProperties : undefined,
    hasPatterns: schema["patternProperties"] !== undefined,
  };
}

function readTypes(schema: JsonObject): readonly string[] {
  const { type } = schema;
  if (typeof type === "string") return [type];
  if (Array.isArray(type)) return type as string[];
  if (isPlainObject(schema["properties"])) return ["object"];
  return schema["items"] === undefined ? [] : ["array"];
}

function readOptions(schema: JsonObject, root: JsonObject): readonly JsonObject[] | undefined {
  const { anyOf, oneOf, allOf: _, ...beside } = schema;
  const options = [...(schemaList(anyOf) ?? []), ...(schemaList(oneOf) ?? [])];
  if (options.length === 0) return undefined;
  return options.flatMap((option) => {
    const whole = resolveReference(option, root);
    return whole === undefined ? [] : [{ ...beside, ...whole }];
  });
}

function schemaList(value: unknown): readonly JsonObject[] | undefined {
  return Array.isArray(value) ? value.filter(isSchema) : undefined;
}

function isSchema(value: unknown): value is JsonObject {
  return isPlainObject(value);
}
