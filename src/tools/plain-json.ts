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
  // What throws when it is looked at needs conversion.
  try {
    return Array.isArray(value) ? isPlainList(value, depth) : isPlainRecord(value, depth);
  } catch {
    return false;
  }
}

function isPlainList(list: readonly unknown[], depth: number): boolean {
  for (let index = 0; index < list.length; index += 1) if (!isPlainJson(list[index], depth + 1)) return false;
  return true;
}

function isPlainRecord(record: object, depth: number): boolean {
  if (Object.getPrototypeOf(record) !== Object.prototype) return false;
  for (const key in record) if (!isPlainJson((record as Record<string, unknown>)[key], depth + 1)) return false;
  return true;
}

function convert(value: unknown, open: readonly object[]): JsonValue {
  if (typeof value === "object") return value === null ? null : convertReadable(value, open);
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value === "bigint") return value.toString();
  return value === undefined ? null : `[${typeof value}]`;
}

/** A value may throw when it is looked at: a revoked proxy, a `toJSON` with a fault. */
function convertReadable(value: object, open: readonly object[]): JsonValue {
  try {
    return convertObject(value, open);
  } catch {
    return "[unreadable]";
  }
}

function convertObject(value: object, open: readonly object[]): JsonValue {
  if (open.includes(value)) return "[cycle]";
  if (open.length > maxDepth) return "[nested too deeply]";
  const within = [...open, value];
  // A hole in a list is read as `undefined`.
  if (Array.isArray(value)) return Array.from(value, (item) => convert(item, within));
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
  // A class such as `URL` says itself what it is in JSON.
  if (typeof jsonForm === "function" && !isPlainObject(value))
    return convert(Reflect.apply(jsonForm, value, []), within);
  const fields: [string, JsonValue][] = [];
  for (const key of Object.keys(value)) {
    const field = readField(value, key);
    if (field !== undefined && typeof field !== "function" && typeof field !== "symbol")
      fields.push([key, convert(field, within)]);
  }
  return Object.fromEntries(fields);
}

function readField(value: object, key: string): unknown {
  try {
    return (value as Record<string, unknown>)[key];
  } catch {
    return "[unreadable]";
  }
}
