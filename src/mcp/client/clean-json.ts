import { isPlainObject, type JsonValue } from "../../base/json.ts";
import { cleanText } from "../../tools/clean-text.ts";

/** A value of a server as people are shown it: every text in it cleaned, names of fields too. Not for what is checked. */
export function cleanJson(value: JsonValue): JsonValue {
  if (typeof value === "string") return cleanText(value);
  if (Array.isArray(value)) return value.map((item: JsonValue) => cleanJson(item));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [cleanText(key), cleanJson(field)]));
}
