import { isPlainObject, type JsonObject, type JsonValue, previewJson } from "../../base/json.ts";
import { isTooDeep } from "../is-too-deep.ts";
import { faultyKeywords } from "./keyword-fault.ts";
import { jsonSchemaProblems, schemaPartProblem } from "./json-schema-problems.ts";
import { resolveReference } from "./resolve-reference.ts";
import { mapSubSchemas } from "./sub-schemas.ts";

/** A schema that can be used, and what had to be left out of it. */
export interface MendedSchema {
  readonly schema: JsonObject;
  /** What is not checked because of a fault of the schema; empty for one that is right. Ends of sentences. */
  readonly notes: readonly string[];
}

/** Deeper than this no schema is meant to be read. */
const deepest = 64;

/**
 * Makes the most of a schema that comes from elsewhere and cannot be sent back to its author: what no validator could
 * use is left out, part by part, so that the rest is still checked. Fetches nothing.
 */
export function mendSchema(schema: JsonObject, { root }: { readonly root: "object" | "any" }): MendedSchema {
  if (jsonSchemaProblems(schema, { root }).length === 0) return { schema, notes: [] };
  if (isTooDeep(schema, deepest)) return { schema: anyOf(root), notes: [`is nested deeper than ${deepest} levels`] };
  const notes: string[] = [];
  const mended = mendRoot(mendPart(schema, schema, notes), root, notes);
  const left = jsonSchemaProblems(mended, { root });
  if (left.length === 0) return { schema: mended, notes };
  return { schema: anyOf(root), notes: left.slice(0, 3).map(({ text }) => text.trim().replace(/\.$/, "")) };
}

function anyOf(root: "object" | "any"): JsonObject {
  return root === "object" ? { type: "object", additionalProperties: true } : {};
}

function mendPart(schema: JsonObject, root: JsonObject, notes: string[]): JsonObject {
  const own: Record<string, JsonValue> = { ...schema };
  const drop = (keyword: string): void => {
    notes.push(`has an unusable \`${keyword}\`: ${previewJson(own[keyword], 60)}`);
    delete own[keyword];
  };
  for (const keyword of faultyKeywords(schema)) drop(keyword);
  if (own["$ref"] !== undefined && resolveReference(own, root) === undefined) drop("$ref");
  for (const keyword of ["type", "pattern", "patternProperties", "properties", "required", "enum"]) {
    const value = own[keyword];
    if (value !== undefined && schemaPartProblem({ [keyword]: value }, root) !== undefined) drop(keyword);
  }
  return mapSubSchemas(own, (inner) => mendPart(inner, root, notes));
}

/** A root without a type is one that its author forgot; one that takes an object among others is given objects. */
function mendRoot(schema: JsonObject, root: "object" | "any", notes: string[]): JsonObject {
  if (root === "any") return schema;
  const type = resolveReference(schema, schema)?.["type"];
  if (type === "object") return schema;
  if (type === undefined || (Array.isArray(type) && type.includes("object"))) return { ...schema, type: "object" };
  notes.push(`takes ${previewJson(type, 40)} in place of an object of arguments`);
  return isPlainObject(schema["properties"]) ? { ...schema, type: "object" } : anyOf(root);
}
