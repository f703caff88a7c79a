/** Any value that survives `JSON.parse(JSON.stringify(value))` unchanged. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** A JSON object: the shape of tool arguments, node input and stored rows. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** True for a plain mapping: not null, not an array, not a class instance. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/**
 * One text for one value: keys sorted at every depth, no blanks. Two values that differ only in key order or in
 * `undefined` fields give the same text, so it is what argument hashes are made over.
 */
export function canonicalJson(value: unknown): string {
  return writeCanonical(value) ?? "null";
}

/** `undefined` for what JSON leaves out. Plain data are written here, the rest is left to `JSON.stringify`. */
function writeCanonical(value: unknown): string | undefined {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "null";
  if (typeof value === "boolean") return String(value);
  if (value === null) return "null";
  if (typeof value !== "object") return stringifySorted(value);
  if (Array.isArray(value))
    return "toJSON" in value
      ? stringifySorted(value)
      : `[${value.map((item) => writeCanonical(item) ?? "null").join(",")}]`;
  if (!isPlainObject(value) || "toJSON" in value) return stringifySorted(value);
  const keys = Object.keys(value).toSorted();
  // Keys like "10" stand first and by their number in an object, whatever order they are put in.
  if (keys.some((key) => key >= "0" && key < ":")) return stringifySorted(value);
  const fields: string[] = [];
  for (const key of keys) {
    const text = writeCanonical(value[key]);
    if (text !== undefined) fields.push(`${JSON.stringify(key)}:${text}`);
  }
  return `{${fields.join(",")}}`;
}

function stringifySorted(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, field: unknown) => {
    if (!isPlainObject(field)) return typeof field === "bigint" ? `${field}n` : field;
    return Object.fromEntries(Object.entries(field).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** A value as one short line for people: JSON, cut at `maxLength` characters with an ellipsis. @default 120 */
export function previewJson(value: unknown, maxLength = 120): string {
  const text = typeof value === "string" ? value : safeStringify(value);
  const line = text.replace(/\s+/g, " ");
  return line.length <= maxLength ? line : `${line.slice(0, maxLength - 1)}…`;
}

/**
 * JSON text of anything: cycles become "[cycle]", what is nested beyond all use "[too deep]", bigints their digits;
 * functions and symbols are left out.
 */
export function safeStringify(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, undefined, indent) ?? "null";
  } catch {
    return stringifyAnything(value, indent);
  }
}

/** Levels of objects that are written where a value cannot be written as it is. */
const deepest = 500;

function stringifyAnything(value: unknown, indent?: number): string {
  const open: unknown[] = [];
  const text = JSON.stringify(
    value,
    function (this: unknown, _key, field: unknown) {
      if (typeof field === "bigint") return field.toString();
      if (typeof field !== "object" || field === null) return field;
      while (open.length > 0 && open.at(-1) !== this) open.pop();
      if (open.includes(field)) return "[cycle]";
      if (open.length === deepest) return "[too deep]";
      open.push(field);
      return field;
    },
    indent,
  ) as string | undefined;
  return text ?? "null";
}
