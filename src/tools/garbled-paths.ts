import { isPlainObject, type JsonObject } from "../base/json.ts";

const pathName = /(?:^|[_-])(?:path|file|filename|dir|directory|folder)$|(?:Path|File|Dir|Filename)$/;

/** The fields of an object schema that hold file paths, by their format or name. */
export function garbledPathFields(schema: JsonObject): string[] {
  const properties = (schema["properties"] ?? {}) as Record<string, JsonObject>;
  return Object.entries(properties).flatMap(([key, field]) => {
    if (!isPlainObject(field) || (field["type"] !== "string" && field["type"] !== undefined)) return [];
    return field["format"] === "path" || (field["type"] === "string" && pathName.test(key)) ? [key] : [];
  });
}

/** The first of `fields` whose text holds a control character: `C:\temp` written with one backslash is read as a tab. */
export function findGarbledPath(input: unknown, fields: readonly string[]): string | undefined {
  if (!isPlainObject(input)) return undefined;
  return fields.find((key) => {
    const value = input[key];
    return typeof value === "string" && /^[A-Za-z]:|\\|^\.{0,2}[\t\n\r\b\f]/.test(value) && /[\t\n\r\b\f]/.test(value);
  });
}
