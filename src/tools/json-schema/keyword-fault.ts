import { isPlainObject, type JsonObject, previewJson } from "../../base/json.ts";

/** What a keyword takes, and whether a value is that. */
interface KeywordForm {
  readonly takes: string;
  readonly fits: (value: unknown) => boolean;
}

/**
 * The first keyword of `schema` whose value no validator could compile, as the end of a sentence; `undefined` when there
 * is none. Looks at this schema only, not at those inside.
 */
export function keywordFault(schema: JsonObject): string | undefined {
  for (const [keyword, value] of Object.entries(schema)) {
    const form = Object.hasOwn(forms, keyword) ? forms[keyword] : undefined;
    if (form && !form.fits(value)) return `has \`${keyword}\` ${previewJson(value, 40)}, expected ${form.takes}.`;
  }
  return undefined;
}

/** All keywords of `schema` whose values no validator could compile. */
export function faultyKeywords(schema: JsonObject): string[] {
  return Object.keys(schema).filter(
    (keyword) => Object.hasOwn(forms, keyword) && !forms[keyword]!.fits(schema[keyword]),
  );
}

const finite: KeywordForm = { takes: "a number", fits: isFinite };
const bound: KeywordForm = { takes: "a number", fits: (value) => typeof value === "boolean" || isFinite(value) };
const count: KeywordForm = {
  takes: "a whole number from 0",
  fits: (value) => Number.isInteger(value) && (value as number) >= 0,
};
const flag: KeywordForm = { takes: "true or false", fits: (value) => typeof value === "boolean" };
const text: KeywordForm = { takes: "a text", fits: (value) => typeof value === "string" };
const inner: KeywordForm = {
  takes: "a reference within the schema",
  fits: (value) => typeof value === "string" && value.startsWith("#"),
};
const schema: KeywordForm = { takes: "a schema", fits: isSchema };
const schemas: KeywordForm = {
  takes: "a list of schemas",
  fits: (value) => Array.isArray(value) && value.length > 0 && value.every(isSchema),
};
const named: KeywordForm = { takes: "an object of schemas", fits: (value) => isMapOf(value, isSchema) };
const names: KeywordForm = { takes: "an object of lists of keys", fits: (value) => isMapOf(value, isListOfTexts) };

const singleSchemas: readonly string[] = [
  "additionalProperties",
  "unevaluatedProperties",
  "additionalItems",
  "unevaluatedItems",
  "contains",
  "propertyNames",
  "not",
  "if",
  "then",
  "else",
];

/** `exclusiveMinimum` and `exclusiveMaximum` may be true or false, as before draft 6: they are translated. */
const forms: Readonly<Record<string, KeywordForm>> = {
  minimum: finite,
  maximum: finite,
  exclusiveMinimum: bound,
  exclusiveMaximum: bound,
  multipleOf: { takes: "a number above 0", fits: (value) => isFinite(value) && value > 0 },
  minLength: count,
  maxLength: count,
  minItems: count,
  maxItems: count,
  minContains: count,
  maxContains: count,
  minProperties: count,
  maxProperties: count,
  uniqueItems: flag,
  format: text,
  $ref: text,
  $dynamicRef: inner,
  $dynamicAnchor: { takes: "a name", fits: (value) => typeof value === "string" && /^[A-Za-z_][\w.-]*$/.test(value) },
  $recursiveRef: inner,
  $recursiveAnchor: flag,
  ...Object.fromEntries(singleSchemas.map((keyword) => [keyword, schema])),
  items: { takes: "a schema or a list of schemas", fits: (value) => isSchema(value) || schemas.fits(value) },
  prefixItems: schemas,
  allOf: schemas,
  anyOf: schemas,
  oneOf: schemas,
  properties: named,
  patternProperties: named,
  dependentSchemas: named,
  $defs: named,
  definitions: named,
  dependentRequired: names,
  dependencies: {
    takes: "an object of schemas or lists of keys",
    fits: (value) => isMapOf(value, (item) => isSchema(item) || isListOfTexts(item)),
  },
};

function isFinite(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function isSchema(value: unknown): boolean {
  return typeof value === "boolean" || isPlainObject(value);
}

function isMapOf(value: unknown, fits: (item: unknown) => boolean): boolean {
  return isPlainObject(value) && Object.values(value).every(fits);
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
