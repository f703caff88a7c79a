import { isPlainObject, type JsonObject } from "../../base/json.ts";

/** An argument that goes along as a header of the request. */
export interface HeaderParam {
  /** Where the argument stands. */
  readonly path: readonly string[];
  readonly header: string;
}

/** Which arguments of a tool go along as headers, or why what its schema says of them cannot be meant. */
export type HeaderParams = { readonly params: readonly HeaderParam[] } | { readonly fault: string };

const key = "x-mcp-header";
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const plainTypes: readonly unknown[] = ["string", "integer", "boolean"];
const none: HeaderParams = { params: [] };

/** Reads `x-mcp-header` in a schema: on properties with a text, a whole number or a truth value, each header once. */
export function headerParams(schema: JsonObject | undefined): HeaderParams {
  if (schema === undefined || !JSON.stringify(schema).includes(`"${key}"`)) return none;
  const params: HeaderParam[] = [];
  const fault = walk(schema, [], params);
  return fault === undefined ? { params } : { fault };
}

/** The headers for one call. An argument that is absent, or of another type, goes without. */
export function toHeaders(params: readonly HeaderParam[], input: JsonObject): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { path, header } of params) {
    const value = toText(
      path.reduce<unknown>((holder, name) => (isPlainObject(holder) ? holder[name] : undefined), input),
    );
    if (value !== undefined) headers[`Mcp-Param-${header}`] = isPlain(value) ? value : encode(value);
  }
  return headers;
}

function walk(schema: JsonObject, path: readonly string[], params: HeaderParam[]): string | undefined {
  const header = schema[key];
  if (header !== undefined) {
    const place = path.join(".") || "the root";
    if (path.length === 0 || typeof header !== "string" || !token.test(header))
      return `\`${key}\` at ${place} is no header.`;
    if (!plainTypes.includes(schema["type"])) return `\`${key}\` at ${place} is on no plain value.`;
    if (params.some((other) => other.header.toLowerCase() === header.toLowerCase()))
      return `\`${key}\` gives ${header} twice.`;
    params.push({ path, header });
  }
  for (const [name, inner] of Object.entries(schema)) {
    if (name === "properties" && isPlainObject(inner)) {
      for (const [field, property] of Object.entries(inner)) {
        const fault = isPlainObject(property) ? walk(property, [...path, field], params) : undefined;
        if (fault !== undefined) return fault;
      }
    } else if (isElsewhere(name, inner)) return `\`${key}\` stands at a place that not every call has (${name}).`;
  }
  return undefined;
}

/** Examples and the like are data; whatever else holds the word is a schema that need not apply. */
function isElsewhere(name: string, inner: unknown): boolean {
  if (typeof inner !== "object" || ["enum", "const", "default", "examples"].includes(name)) return false;
  return JSON.stringify(inner).includes(`"${key}":`);
}

function toText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "boolean" || (typeof value === "number" && Number.isSafeInteger(value))) return String(value);
  return undefined;
}

function isPlain(value: string): boolean {
  return /^[\x20-\x7E\t]+$/.test(value) && value === value.trim() && !/^=\?base64\?.*\?=$/.test(value);
}

function encode(value: string): string {
  return `=?base64?${Buffer.from(value, "utf8").toString("base64")}?=`;
}
