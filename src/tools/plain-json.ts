import { isPlainObject, type JsonValue } from "../base/json.ts";

/** Values nested deeper than this are left out: no reader follows them, and walking them could overflow the stack. */
const maxDepth = 200;

/**
 * Whatever a tool gave, as plain JSON. A value that is plain JSON already comes back as it is. Dates become ISO text,
 * maps objects, sets lists, bigints digits; bytes, functions, cycles and the like are described in brackets.
 */
export function toPlainJson(value: unknown): JsonValue {
  return isPlainJson(value, 0) ? value : convert(value, []);
}

function isPlainJson(value: unknown, depth: number): value is JsonValue {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || depth > maxDepth) return false;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) if (!isPlainJson(value[index], depth + 1)) return false;
    return true;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  // A getter that throws makes the whole value one that needs conversion.
  try {
    for (const key in value) if (!isPlainJson((value as Record<string, unknown>)[key], depth + 1)) return false;
    return true;
  } catch {
    return false;
  }
}

function convert(value: unknown, open: readonly object[]): JsonValue {
  if (typeof value === "object") return value === null ? null : convertObject(value, open);
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value === "bigint") return value.toString();
  return value === undefined ? null : `[${typeof value}]`;
}

function convertObject(value: object, open: readonly object[]): JsonValue {
  if (open.includes(value)) return "[cycle]";
  if (open.length > maxDepth) return "[nested too deeply]";
  const within = [...open, value];
  if (Array.isArray(value)) return value.map((item) => convert(item, within));
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "[invalid date]" : value.toISOString();
  if (value instanceof Map)
    return Object.fromEntries(
      [...value].map(([key, item]) => [typeof key === "string" ? key : String(key), convert(item, within)]),
    );
  if (value instanceof Set) return [...value].map((item) => convert(item, within));
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer || value instanceof SharedArrayBuffer)
    return `[${value.byteLength} bytes]`;
  if (value instanceof Error) return { name: value.name, message: value.message };
  return convertFields(value, within);
}

function convertFields(value: object, within: readonly object[]): JsonValue {
  const jsonForm = readField(value, "toJSON");
  if (typeof jsonForm === "function" && !isPlainObject(value)) return convertOwnForm(value, jsonForm, within);
  const fields: [string, JsonValue][] = [];
  for (const key of Object.keys(value)) {
    const field = readField(value, key);
    if (field !== undefined && typeof field !== "function" && typeof field !== "symbol")
      fields.push([key, convert(field, within)]);
  }
  return Object.fromEntries(fields);
}

/** A class such as `URL` says itself what it is in JSON. */
function convertOwnForm(value: object, toJson: Function, within: readonly object[]): JsonValue {
  try {
    return convert(Reflect.apply(toJson, value, []), within);
  } catch {
    return "[unreadable]";
  }
}

function readField(value: object, key: string): unknown {
  try {
    return (value as Record<string, unknown>)[key];
  } catch {
    return "[unreadable]";
  }
}
