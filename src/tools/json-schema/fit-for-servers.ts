import { isPlainObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import { mapSubSchemas } from "./sub-schemas.ts";

/**
 * A schema without what some model server refuses a whole request for, at every depth. What is left out still counts when
 * a call is checked, since that is done by the schema itself.
 */
export function fitForServers(schema: JsonObject): JsonObject {
  const copy: Record<string, JsonValue> = mapSubSchemas(withoutBooleans(schema), fitForServers);
  for (const key of silent) delete copy[key];
  if (isEmptyObject(copy["additionalProperties"])) copy["additionalProperties"] = true;
  if (isOf(copy, "object")) fitObject(copy);
  if (isOf(copy, "array")) fitList(copy);
  const { format } = copy;
  if (typeof format === "string" && !knownFormats.includes(format)) {
    delete copy["format"];
    copy["description"] = withFormat(copy["description"], format);
  }
  return copy;
}

/** Names of the schema itself, and notes to its readers. */
const silent: readonly string[] = ["$schema", "$id", "$anchor", "$comment"];

/** The formats that servers with a closed list know. Others are told in words. */
const knownFormats: readonly string[] = [
  "date-time",
  "date",
  "time",
  "duration",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "uuid",
];

/** An object says its properties, those that it asks for among them. */
function fitObject(copy: Record<string, JsonValue>): void {
  const properties = isPlainObject(copy["properties"]) ? copy["properties"] : {};
  const required = [...new Set(Array.isArray(copy["required"]) ? (copy["required"] as string[]) : [])];
  const unsaid = required.filter((name) => !Object.hasOwn(properties, name));
  copy["properties"] = Object.fromEntries([
    ...Object.entries(properties),
    ...unsaid.map((name): [string, JsonValue] => [name, {}]),
  ]);
  if (required.length > 0) copy["required"] = required;
  else delete copy["required"];
}

/** A list says what its items are; of a tuple, what any of them may be. */
function fitList(copy: Record<string, JsonValue>): void {
  const tuple = [copy["prefixItems"], copy["items"]].find((items): items is JsonValue[] => Array.isArray(items));
  if (tuple === undefined) {
    copy["items"] ??= {};
    return;
  }
  const rest = isPlainObject(copy["items"]) ? [copy["items"]] : [];
  delete copy["prefixItems"];
  delete copy["additionalItems"];
  copy["items"] = { anyOf: [...tuple, ...rest] };
}

/** `true` as a schema is `{}`; a property that is `false` can never be sent, so nobody need be told of it. */
function withoutBooleans(schema: JsonObject): JsonObject {
  const copy: Record<string, JsonValue> = { ...schema };
  if (typeof copy["items"] === "boolean") delete copy["items"];
  if (isPlainObject(copy["properties"]))
    copy["properties"] = Object.fromEntries(
      Object.entries(copy["properties"]).flatMap(([name, field]): [string, JsonValue][] =>
        field === false ? [] : [[name, field === true ? {} : (field as JsonValue)]],
      ),
    );
  return copy;
}

function withFormat(description: JsonValue | undefined, format: string): string {
  return typeof description === "string" && description !== ""
    ? `${description.replace(/[.\s]+$/, "")}. Format: ${format}.`
    : `Format: ${format}.`;
}

function isOf({ type }: JsonObject, wanted: string): boolean {
  return type === wanted || (Array.isArray(type) && type.includes(wanted));
}

function isEmptyObject(value: unknown): boolean {
  return isPlainObject(value) && Object.keys(value).length === 0;
}
