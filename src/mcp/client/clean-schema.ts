import type { JsonObject } from "../../base/json.ts";
import { isTooDeep } from "../../tools/is-too-deep.ts";
import { mapSubSchemas } from "../../tools/json-schema/sub-schemas.ts";
import { cleanText } from "../../tools/clean-text.ts";

/** Longest remark on a field that a model is shown, in characters. */
const longestRemark = 2000;

/** Deeper than this no schema is read at all. */
const deepest = 64;

/** A schema of a server whose remarks are cleaned and not endless. What is checked does not change. */
export function cleanSchema(schema: JsonObject): JsonObject {
  return isTooDeep(schema, deepest) ? schema : cleanParts(schema);
}

function cleanParts(schema: JsonObject): JsonObject {
  const copy = mapSubSchemas(schema, cleanParts);
  for (const key of ["title", "description"] as const) {
    const text = copy[key];
    if (typeof text === "string") copy[key] = shorten(cleanText(text), longestRemark);
    else delete copy[key];
  }
  return copy;
}

/** A text of at most `length` characters; one that is longer ends in an ellipsis. */
export function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
}
