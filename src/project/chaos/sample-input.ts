import type { JsonObject, JsonValue } from "../../base/json.ts";

/** Arguments that fit a tool's schema as far as its types go; patterns and rules of its own are not looked at. */
export function sampleInput(schema: JsonObject): JsonObject {
  const properties = (schema["properties"] ?? {}) as Readonly<Record<string, JsonObject>>;
  const required = (schema["required"] ?? []) as readonly string[];
  return Object.fromEntries(required.map((key) => [key, sampleValue(properties[key] ?? {})]));
}

const formats: Readonly<Record<string, string>> = {
  "date-time": "2026-05-01T10:00:00Z",
  date: "2026-05-01",
  time: "10:00:00Z",
  email: "drill@example.com",
  uri: "https://example.com/",
  uuid: "00000000-0000-4000-8000-000000000000",
};

function sampleValue(schema: JsonObject): JsonValue {
  if (schema["default"] !== undefined) return schema["default"];
  if (schema["const"] !== undefined) return schema["const"];
  const choices = (schema["enum"] ?? schema["examples"]) as readonly JsonValue[] | undefined;
  if (choices?.[0] !== undefined) return choices[0];
  const options = (schema["anyOf"] ?? schema["oneOf"] ?? schema["allOf"]) as readonly JsonObject[] | undefined;
  if (options?.[0]) return sampleValue(options[0]);
  switch (schema["type"]) {
    case "object":
      return sampleInput(schema);
    case "array":
      return Array.from({ length: Number(schema["minItems"] ?? 0) }, () =>
        sampleValue((schema["items"] ?? {}) as JsonObject),
      );
    case "integer":
    case "number":
      return Number(schema["minimum"] ?? Number(schema["exclusiveMinimum"] ?? 0) + 1);
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return (
        (typeof schema["format"] === "string" ? formats[schema["format"]] : undefined) ??
        "x".repeat(Math.max(1, Number(schema["minLength"] ?? 1)))
      );
  }
}
