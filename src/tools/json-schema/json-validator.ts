import { createHash } from "node:crypto";
import type { ErrorObject, Options, ValidateFunction } from "ajv";
import type { Awaitable } from "../../base/awaitable.ts";
import { canonicalJson, type JsonObject, type JsonValue } from "../../base/json.ts";
import { copyPlain } from "../copy-plain.ts";
import { formatCheck, formatNames } from "./formats.ts";
import { patternCost } from "./pattern-cost.ts";
import { mapSubSchemas } from "./sub-schemas.ts";

/** One thing that a schema finds wrong, as ajv tells it. */
export type JsonFault = ErrorObject;

/** Checks a value against one schema: the value with its defaults, or what is wrong. */
export type JsonValidator = (value: unknown) => { readonly value: unknown } | { readonly faults: readonly JsonFault[] };

/** The last ones used; a server that changes its schemas all the time must not fill the memory. */
const mostCompiled = 500;
/** A pattern that is not linear sees texts of at most so many characters; longer ones do not match. */
const longestForSlowPattern = 2000;

const compiled = new Map<string, JsonValidator>();
const byPrepared = new WeakMap<JsonObject, JsonValidator>();
let ajv: Ajv | undefined;
let loading: Promise<Ajv> | undefined;

interface Ajv {
  compile(schema: object): ValidateFunction;
}

/**
 * The validator of a prepared schema. The library is loaded with the first one; schemas are compiled when they are first
 * used, and shared by equal schemas. Nothing is coerced, no schema is fetched, defaults are filled in on a copy.
 * @throws what ajv says of a schema that it cannot compile
 */
export function jsonValidator(schema: JsonObject): Awaitable<JsonValidator> {
  const known = byPrepared.get(schema);
  if (known) return known;
  if (ajv) return compile(ajv, schema);
  loading ??= loadAjv();
  return loading.then((loaded) => compile(loaded, schema));
}

async function loadAjv(): Promise<Ajv> {
  const module = await import("ajv/dist/2020.js");
  const made = new module.Ajv2020(options);
  for (const name of formatNames()) made.addFormat(name, formatCheck(name)!);
  ajv = made;
  return made;
}

const regExp = Object.assign(
  (pattern: string, flags: string) => {
    const expression = toRegExp(pattern, flags);
    if (patternCost(pattern) === "linear") return expression;
    return { test: (text: string) => text.length <= longestForSlowPattern && expression.test(text) };
  },
  { code: "" },
);

const options: Options = {
  strict: false,
  allErrors: true,
  coerceTypes: false,
  useDefaults: true,
  validateSchema: false,
  addUsedSchema: false,
  logger: false,
  verbose: true,
  code: { regExp: regExp },
};

/** Patterns from elsewhere are not always written for `u`. */
function toRegExp(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return new RegExp(pattern);
  }
}

function compile(library: Ajv, schema: JsonObject): JsonValidator {
  const text = canonicalJson(schema);
  const key = createHash("sha256").update(text).digest("hex");
  const made = compiled.get(key) ?? createValidator(library, schema, text.includes('"default":'));
  compiled.delete(key);
  compiled.set(key, made);
  if (compiled.size > mostCompiled) compiled.delete(compiled.keys().next().value!);
  byPrepared.set(schema, made);
  return made;
}

function createValidator(library: Ajv, schema: JsonObject, hasDefaults: boolean): JsonValidator {
  // Without a name of its own the root is not found by `$ref: "#"`; nothing is kept or fetched under this one.
  const check = library.compile({ ...toChecked(schema), $id: "schema:root" });
  return (value) => {
    const given = hasDefaults ? copyPlain(value) : value;
    if (check(given)) return { value: given };
    return { faults: [...(check.errors ?? [])] };
  };
}

/** Old tuples in today's words, and whole numbers of 64 bits also as digits, since a number holds 53 bits only. */
function toChecked(schema: JsonObject): JsonObject {
  const copy: Record<string, JsonValue> = mapSubSchemas(schema, toChecked);
  if (Array.isArray(copy["items"])) {
    copy["prefixItems"] = copy["items"];
    delete copy["items"];
    if (copy["additionalItems"] !== undefined) copy["items"] = copy["additionalItems"];
  }
  delete copy["additionalItems"];
  if (copy["format"] === "int64" && [copy["type"] ?? []].flat().includes("integer")) {
    copy["type"] = [...new Set([...([copy["type"]].flat() as string[]), "string"])];
    copy["pattern"] ??= "^-?[0-9]{16,19}$";
  }
  return copy;
}
