import { isPlainObject, type JsonObject, previewJson } from "../../base/json.ts";
import { isTooDeep } from "../is-too-deep.ts";
import { isEndless } from "./is-endless.ts";
import { keywordFault } from "./keyword-fault.ts";
import { patternCost } from "./pattern-cost.ts";
import { resolveReference } from "./resolve-reference.ts";
import { subSchemas } from "./sub-schemas.ts";

/** One thing that makes a JSON Schema unusable. */
export interface SchemaProblem {
  /** Continues a sentence that begins with the schema's name. */
  readonly text: string;
  readonly fix: string;
}

const deepest = 64;
const mostSchemas = 5000;
const types: readonly unknown[] = ["object", "array", "string", "number", "integer", "boolean", "null"];

/**
 * What is wrong with a schema from elsewhere, before anything is compiled: its form, references that lead out of it,
 * and patterns that could take for ever. At most one problem for each place. Fetches nothing.
 */
export function jsonSchemaProblems(schema: unknown, { root }: { readonly root: "object" | "any" }): SchemaProblem[] {
  if (!isPlainObject(schema))
    return [{ text: ` is ${previewJson(schema, 40)}, expected a JSON Schema object.`, fix: "Give an object." }];
  // Deeper than this no schema is meant to be read; a cycle among objects ends here too.
  if (isTooDeep(schema, deepest))
    return [{ text: ` is nested deeper than ${deepest} levels.`, fix: "Use `$defs` for parts that repeat." }];
  const problems: SchemaProblem[] = [];
  const whole = schema as JsonObject;
  if (root === "object" && rootType(whole) !== "object")
    problems.push({
      text: ` has the type ${previewJson(schema["type"])} at its root, expected "object".`,
      fix: 'Write `type: "object"` with `properties`.',
    });
  walk({ schema: whole, path: "" }, whole, problems);
  if (problems.length === 0 && isEndless(whole))
    problems.push({
      text: " asks itself about the same value: no check would end.",
      fix: "Refer to it under `properties` or `items`, or write the part without the `$ref`.",
    });
  return problems;
}

interface Place {
  readonly schema: JsonObject;
  readonly path: string;
}

function rootType(schema: JsonObject): unknown {
  return resolveReference(schema, schema)?.["type"];
}

function walk(start: Place, root: JsonObject, problems: SchemaProblem[]): void {
  const waiting: Place[] = [start];
  for (let count = 0; waiting.length > 0; count += 1) {
    if (count === mostSchemas) {
      problems.push({ text: ` holds more than ${mostSchemas} schemas.`, fix: "Use `$defs` for parts that repeat." });
      return;
    }
    const { schema, path } = waiting.pop()!;
    const problem = schemaPartProblem(schema, root);
    if (problem) problems.push({ ...problem, text: `${path === "" ? "" : ` at ${path}`} ${problem.text}` });
    for (const { keyword, key, schema: inner } of subSchemas(schema))
      waiting.push({ schema: inner, path: `${path}/${keyword}${key === undefined ? "" : `/${key}`}` });
  }
}

/** The first thing that is wrong with one schema, without a look at those inside it. */
export function schemaPartProblem(schema: JsonObject, root: JsonObject): SchemaProblem | undefined {
  const { $ref: reference, type, pattern, required, properties, enum: values } = schema;
  if (reference !== undefined && resolveReference(schema, root) === undefined)
    return {
      text: `refers to ${previewJson(reference)}, which is not in the schema.`,
      fix: "Copy that schema into `$defs`: nothing is fetched.",
    };
  if (type !== undefined && !isType(type))
    return { text: `has the type ${previewJson(type)}.`, fix: "Use the seven types of JSON Schema." };
  const patterns = [...(pattern === undefined ? [] : [pattern]), ...keysOf(schema["patternProperties"])];
  const unusable = patterns.map(patternProblem).find((problem) => problem !== undefined);
  if (unusable) return unusable;
  if (properties !== undefined && !isPlainObject(properties))
    return { text: "has `properties` that are no object.", fix: "Give an object of schemas." };
  if (required !== undefined && !(Array.isArray(required) && required.every((key) => typeof key === "string")))
    return { text: "has `required` that is no list of names.", fix: "Give a list of keys." };
  if (values !== undefined && !(Array.isArray(values) && values.length > 0))
    return { text: "has an `enum` that is no list, or empty.", fix: "List the values, or leave `enum` out." };
  const fault = keywordFault(schema);
  return fault === undefined ? undefined : { text: fault, fix: "Write the keyword as JSON Schema has it." };
}

function isType(type: unknown): boolean {
  const names = [type].flat();
  return names.length > 0 && names.every((name) => types.includes(name));
}

function keysOf(holder: unknown): string[] {
  return isPlainObject(holder) ? Object.keys(holder) : [];
}

function patternProblem(pattern: unknown): SchemaProblem | undefined {
  if (typeof pattern !== "string") return { text: "has a `pattern` that is no text.", fix: "Give a text." };
  try {
    void new RegExp(pattern, "u");
  } catch {
    try {
      void new RegExp(pattern);
    } catch {
      return { text: `has the pattern ${pattern}, which is none.`, fix: "Correct the regular expression." };
    }
  }
  if (patternCost(pattern) !== "exponential") return undefined;
  return {
    text: `has the pattern ${previewJson(pattern, 60)}, which could take for ever.`,
    fix: "Write it without repeated groups that hold repetitions.",
  };
}
