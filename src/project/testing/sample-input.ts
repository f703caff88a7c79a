import { isPlainObject, type JsonObject, type JsonValue } from "../../base/json.ts";

/**
 * Arguments that a schema takes, as far as its plain keywords say: values of the same name that were seen in `seen`
 * first, else the smallest that fit. Required fields only.
 */
export function sampleInput(schema: JsonObject, seen: readonly unknown[]): JsonObject {
  const known = new Map<string, JsonValue>();
  for (const value of seen) collect(value, known);
  const sample = sampleOf(schema, known);
  return isPlainObject(sample) ? sample : {};
}

function collect(value: unknown, known: Map<string, JsonValue>): void {
  if (!isPlainObject(value)) return;
  for (const [key, field] of Object.entries(value)) {
    if (!known.has(key)) known.set(key, field as JsonValue);
    collect(field, known);
  }
}

function sampleOf(schema: JsonValue | undefined, known: ReadonlyMap<string, JsonValue>): JsonValue {
  if (!isPlainObject(schema)) return "x";
  if (schema["default"] !== undefined) return schema["default"];
  if (schema["const"] !== undefined) return schema["const"];
  const choices = schema["enum"] ?? schema["examples"];
  if (Array.isArray(choices) && choices.length > 0) return choices[0] as JsonValue;
  const options = schema["anyOf"] ?? schema["oneOf"] ?? schema["allOf"];
  if (Array.isArray(options)) return sampleOf(options[0] as JsonValue, known);
  switch (schema["type"]) {
    case "object":
      return sampleObject(schema, known);
    case "array":
      return Array.from({ length: Number(schema["minItems"] ?? 0) }, () => sampleOf(schema["items"], known));
    case "integer":
    case "number":
      return Number(schema["minimum"] ?? Number(schema["exclusiveMinimum"] ?? 0) + 1);
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return formatted(schema["format"]) ?? "x".repeat(Math.max(1, Number(schema["minLength"] ?? 1)));
  }
}

function formatted(format: JsonValue | undefined): string | undefined {
  return typeof format === "string" ? formats[format] : undefined;
}

const formats: Readonly<Record<string, string>> = {
  "date-time": "2026-05-01T10:00:00Z",
  date: "2026-05-01",
  time: "10:00:00Z",
  email: "sample@example.com",
  uri: "https://example.com/",
  uuid: "00000000-0000-4000-8000-000000000000",
};

function sampleObject(schema: JsonObject, known: ReadonlyMap<string, JsonValue>): JsonObject {
  const fields = isPlainObject(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? (schema["required"] as readonly string[]) : [];
  return Object.fromEntries(
    required.map((key) => {
      const field = fields[key] as JsonObject | undefined;
      const used = known.get(key);
      return [key, used !== undefined && fits(field, used) ? used : sampleOf(field, known)];
    }),
  );
}

function fits(schema: JsonObject | undefined, value: JsonValue): boolean {
  const type = schema?.["type"];
  if (Array.isArray(schema?.["enum"])) return (schema["enum"] as readonly JsonValue[]).includes(value);
  if (type === "integer") return Number.isInteger(value);
  if (type === "array") return Array.isArray(value);
  return type === undefined || typeof value === type;
}
