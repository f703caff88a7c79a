import type { Diagnostic } from "../base/errors.ts";
import { isPlainObject, type JsonObject } from "../base/json.ts";
import { toInputSchema } from "./input-schema.ts";
import { resolveReference } from "./json-schema/resolve-reference.ts";
import type { AnyTool } from "./tool.ts";

/** A description with fewer words, or wide characters, says a name again and no more. */
const fewestWords = 5;
/** Some model servers refuse a request for a longer one, counted in UTF-16 units. */
const longestDescription = 1024;
const unitName =
  /(?:^|_)(?:amount|price|cost|total|fee|balance|duration|timeout|delay|interval|weight|length|height|width|distance|size|temperature|speed)(?:$|_)/;
const unitWord =
  /\b(?:ms|milliseconds?|seconds?|minutes?|hours?|days?|bytes?|[kmgt]i?b|cents?|euros?|eur|usd|cny|dollars?|yuan|percent|metres?|meters?|km|cm|mm|kg|grams?|celsius|fahrenheit|kelvin|characters?|tokens?|items?|pixels?|units?)\b|[%€$¥°]|秒|分|元|角|米|克|度|天|小时|字/i;
const signedName = /(?:^|_)(?:balance|delta|change|difference|offset|adjustment)(?:$|_)/;
const signWord = /negative|positive|below zero|minus|sign|负|正/i;
const whenWord =
  /\b(?:when|before|after|if|for|use|only|instead|once|whenever|unless|to)\b|当|用于|之前|之后|如果|需要|仅/i;

/**
 * What a model would miss in a tool's description and fields: what it does, when to use it, formats, units, and what a
 * sign means. Warnings only: the tool works without.
 */
export function lintTool(tool: AnyTool): Diagnostic[] {
  const found: Diagnostic[] = [];
  const warn = (code: string, message: string, fix: string): void =>
    void found.push({ code, severity: "warning", message: `${tool.name}: ${message}`, fix });
  lintName(tool, warn);
  lintDescription(tool, warn);
  const schema = readSchema(tool, warn);
  if (schema) lintFields({ schema, root: schema, path: "" }, warn);
  return found;
}

/** A model that sees several ways of writing takes one for another. */
function lintName({ name }: AnyTool, warn: Warn): void {
  const ways = [/[A-Z]/, /-/, /_/].filter((way) => way.test(name));
  if (ways.length > 1)
    warn("TOOL_NAME_STYLE", "the name is written in several ways at once.", "Write it in one: `get_item`.");
}

type Warn = (code: string, message: string, fix: string) => void;

function lintDescription({ description, name, effect }: AnyTool, warn: Warn): void {
  const words = description.match(/[\p{Script=Han}]|[\p{L}\p{N}]+/gu) ?? [];
  if (words.length < fewestWords)
    warn(
      "TOOL_DESCRIPTION_SHORT",
      `the description has ${words.length} words.`,
      "Say what it does, to what, and when to use it.",
    );
  else if (!whenWord.test(description) && words.length < 12)
    warn("TOOL_DESCRIPTION_WHEN", "the description does not say when to use it.", "Add when, or instead of what.");
  if (description.length > longestDescription)
    warn(
      "TOOL_DESCRIPTION_LONG",
      `the description has ${description.length} characters; some model servers take ${longestDescription}.`,
      "Say what every call needs, and leave the rest to the skill.",
    );
  if (description.replace(/\W/g, "").toLowerCase() === name.replace(/\W/g, "").toLowerCase())
    warn("TOOL_DESCRIPTION_SHORT", "the description repeats the name.", "Say what it does.");
  if (effect === "destructive" && !/cannot|undo|permanent|for good|irrevers|不可|无法|永久/i.test(description))
    warn(
      "TOOL_DESCRIPTION_EFFECT",
      "the description does not say that it cannot be undone.",
      "Say what is lost, and that it cannot be undone.",
    );
}

function readSchema(tool: AnyTool, warn: Warn): JsonObject | undefined {
  try {
    return toInputSchema(tool);
  } catch (error) {
    warn("TOOL_SCHEMA", error instanceof Error ? error.message : "no schema", "Use types that JSON has.");
    return undefined;
  }
}

interface Place {
  readonly schema: JsonObject;
  readonly root: JsonObject;
  readonly path: string;
}

function lintFields({ schema, root, path }: Place, warn: Warn): void {
  if (path.split(".").length > 8) return;
  const properties = (schema["properties"] ?? {}) as Record<string, JsonObject>;
  for (const [key, written] of Object.entries(properties)) {
    const field = isPlainObject(written) ? resolveReference(written, root) : undefined;
    if (!field) continue;
    const place = path === "" ? key : `${path}.${key}`;
    lintField(key, { schema: field, root, path: place }, warn);
    lintFields({ schema: field, root, path: place }, warn);
    if (isPlainObject(field["items"])) lintFields({ schema: field["items"], root, path: place }, warn);
  }
}

function lintField(key: string, { schema, path }: Place, warn: Warn): void {
  const text = typeof schema["description"] === "string" ? schema["description"] : "";
  const name = key.replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
  const number = schema["type"] === "number" || schema["type"] === "integer";
  if (text === "" && schema["enum"] === undefined && schema["const"] === undefined)
    warn("TOOL_FIELD_UNDESCRIBED", `the field ${path} has no description.`, "Say what it is: `.describe(...)`.");
  if (number && unitName.test(name) && !unitWord.test(`${text} ${name.replaceAll("_", " ")}`))
    warn("TOOL_FIELD_UNIT", `the field ${path} has no unit.`, "Say the unit in its description.");
  if (number && signedName.test(name) && schema["minimum"] === undefined && !signWord.test(text))
    warn("TOOL_FIELD_SIGN", `what a negative ${path} means is not said.`, "Say it, or set a minimum.");
  const dated = /(?:^|_)(?:date|time|datetime|timestamp|at|since|until)$/.test(name) && schema["type"] === "string";
  if (dated && schema["format"] === undefined && schema["pattern"] === undefined)
    warn("TOOL_FIELD_FORMAT", `the field ${path} has no format.`, "Use z.iso.datetime() or z.iso.date(), or `format`.");
}
