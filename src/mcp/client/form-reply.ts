import { cleanText } from "../../tools/clean-text.ts";
import { isPlainObject, type JsonObject, type JsonValue } from "../../base/json.ts";

type Values = Readonly<Record<string, JsonValue>>;

/** Words that a field has which asks for what must not stand in a form. */
const secretWords =
  /pass(word|phrase|code)|secret|api[ _-]?key|access[ _-]?key|private[ _-]?key|token|credential|\bcvv\b|\bpin\b|\botp\b/i;

/** The first field of a form that asks for a secret; secrets are typed into pages, never into forms of a server. */
export function secretField(schema: JsonObject): string | undefined {
  return Object.entries(propertiesOf(schema)).find(([name, field]) => {
    const { title, description, format, type = "string" } = isPlainObject(field) ? field : {};
    if (type !== "string") return false;
    const words = cleanText(name)
      .replaceAll("_", " ")
      .replace(/([a-z])([A-Z])/g, "$1 $2");
    return (
      format === "password" ||
      [words, cleanText(name), title, description].some((text) => typeof text === "string" && secretWords.test(text))
    );
  })?.[0];
}

/** The fields of a form as a person is shown them: what each is called, what it takes, and whether it must be given. */
export function fieldsOf(schema: JsonObject): JsonObject {
  const required: readonly JsonValue[] = Array.isArray(schema["required"]) ? (schema["required"] as JsonValue[]) : [];
  return Object.fromEntries(
    Object.entries(propertiesOf(schema)).map(([name, field]) => [
      name,
      { ...(isPlainObject(field) ? (field as JsonObject) : {}), ...(required.includes(name) && { required: true }) },
    ]),
  );
}

/** What a person typed, as the values of a form: one field takes the text itself, several take a JSON object. */
export function readReply(
  schema: JsonObject,
  text: string,
): { readonly content: Values } | { readonly problem: string } {
  const fields = Object.entries(propertiesOf(schema));
  const trimmed = text.trim();
  if (trimmed.startsWith("{")) return readObject(trimmed);
  const [only] = fields;
  if (!only) return { content: {} };
  if (fields.length === 1) return { content: { [only[0]]: readValue(only[1], trimmed) } };
  if (trimmed === "" || /^(ok|yes|y|是|好)$/i.test(trimmed)) return { content: {} };
  return { problem: `Answer with a JSON object that has the fields ${fields.map(([name]) => name).join(", ")}.` };
}

/** Values with the defaults of the fields that were not given. */
export function withDefaults(schema: JsonObject, values: Values): Values {
  const defaults = Object.entries(propertiesOf(schema)).flatMap(([name, field]) => {
    const value = isPlainObject(field) ? (field["default"] as JsonValue | undefined) : undefined;
    return value === undefined || name in values ? [] : [[name, value] as const];
  });
  return defaults.length === 0 ? values : { ...values, ...Object.fromEntries(defaults) };
}

function readObject(text: string): { readonly content: Values } | { readonly problem: string } {
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) ? { content: value as Values } : { problem: "Answer with a JSON object." };
  } catch {
    return { problem: "The answer is not JSON." };
  }
}

function readValue(field: unknown, text: string): JsonValue {
  const { type } = isPlainObject(field) ? field : {};
  if (type === "boolean")
    return /^(true|yes|y|1|是)$/i.test(text) ? true : /^(false|no|n|0|否)$/i.test(text) ? false : text;
  if ((type === "number" || type === "integer") && text !== "" && Number.isFinite(Number(text))) return Number(text);
  return type === "array" ? text.split(",").map((item) => item.trim()) : text;
}

function propertiesOf(schema: JsonObject): Readonly<Record<string, unknown>> {
  return isPlainObject(schema["properties"]) ? schema["properties"] : {};
}
