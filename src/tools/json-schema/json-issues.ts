import type { JsonObject } from "../../base/json.ts";
import { describeValue } from "../describe-value.ts";
import { type IssueWords, issueWords } from "../issue-words.ts";
import type { FaultPlace } from "../check-value.ts";
import { nearestChoices } from "../nearest-choices.ts";
import type { InputIssue } from "../tool-outcome.ts";
import type { Locale } from "../tool.ts";
import type { JsonFault } from "./json-validator.ts";

/** More than these help nobody: the rest shows when they are mended. */
const maxIssues = 20;
/** What the parts of a composed schema say is told by the composed schema itself. */
const composed: readonly string[] = ["anyOf", "oneOf", "allOf", "if", "not"];

/** What a JSON Schema found wrong, as the author of a call needs it. The first 20 at most, each place once. */
export function toJsonIssues(faults: readonly JsonFault[], input: unknown, locale: Locale): InputIssue[] {
  const words = issueWords(locale);
  const issues = new Map<string, InputIssue>();
  for (const fault of withoutParts(faults)) {
    const issue = toIssue(fault, input, words);
    const known = issues.get(issue.path);
    if (!known) issues.set(issue.path, issue);
    else if (isTypeFault(fault) && known.expected !== issue.expected && fault.keyword === "type")
      issues.set(issue.path, { ...known, expected: words.or([known.expected, issue.expected]) });
    if (issues.size === maxIssues) break;
  }
  return [...issues.values()];
}

/** Where the faults stand, for a repair; `undefined` where one of several schemas would have been enough. */
export function toFaultPlaces(faults: readonly JsonFault[]): readonly FaultPlace[] | undefined {
  if (faults.some(({ keyword }) => composed.includes(keyword) || keyword === "contains")) return undefined;
  return faults.map((fault) => ({
    path: pathOf(fault),
    ...((isUnknownKey(fault) || fault.keyword === "propertyNames") && { known: knownKeys(fault) }),
  }));
}

/** Where an `anyOf` failed and a part of it names a field inside, the field says more; else the whole does. */
function withoutParts(faults: readonly JsonFault[]): readonly JsonFault[] {
  const simple = faults.filter((fault) => !composed.includes(fault.keyword));
  return simple.length > 0 ? simple : faults;
}

function isTypeFault(fault: JsonFault): boolean {
  return fault.keyword === "type";
}

function toIssue(fault: JsonFault, input: unknown, words: IssueWords): InputIssue {
  const path = pathOf(fault);
  const value = valueAt(input, path);
  const nearest = nearestOf(fault, value);
  return {
    path: path.join("."),
    expected: expectation(fault, words),
    received: describeValue(value, words),
    ...(nearest.length > 0 && { nearest }),
  };
}

function pathOf({ instancePath, keyword, params }: JsonFault): string[] {
  const path = instancePath === "" ? [] : instancePath.slice(1).split("/");
  if (instancePath.includes("~"))
    for (const [index, part] of path.entries()) path[index] = part.replaceAll("~1", "/").replaceAll("~0", "~");
  const facts = params as Record<string, string>;
  if (keyword === "required" || keyword === "dependentRequired") path.push(facts["missingProperty"]!);
  if (keyword === "additionalProperties") path.push(facts["additionalProperty"]!);
  if (keyword === "unevaluatedProperties") path.push(facts["unevaluatedProperty"]!);
  if (keyword === "propertyNames") path.push(facts["propertyName"]!);
  return path;
}

function valueAt(input: unknown, path: readonly string[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

function nearestOf(fault: JsonFault, value: unknown): readonly string[] {
  if (isUnknownKey(fault)) return nearestChoices(pathOf(fault).at(-1)!, knownKeys(fault));
  if (fault.keyword !== "enum" || typeof value !== "string") return [];
  return nearestChoices(value, fault.schema as readonly unknown[]);
}

function isUnknownKey({ keyword }: JsonFault): boolean {
  return keyword === "additionalProperties" || keyword === "unevaluatedProperties";
}

/** One list for each schema. */
const keyLists = new WeakMap<object, readonly string[]>();

function knownKeys({ parentSchema }: JsonFault): readonly string[] {
  const properties = (parentSchema?.["properties"] ?? {}) as JsonObject;
  let keys = keyLists.get(properties);
  if (keys === undefined) keyLists.set(properties, (keys = Object.keys(properties)));
  return keys;
}

function expectation(fault: JsonFault, words: IssueWords): string {
  const { keyword, params, schema, parentSchema } = fault;
  const limit = params as { readonly limit?: number; readonly comparison?: string };
  if (isUnknownKey(fault)) {
    const known = knownKeys(fault);
    return known.length === 0 ? words.noKeys : words.onlyKeys(known);
  }
  if (keyword === "type") return words.or([schema as string | string[]].flat().filter((type) => type !== undefined));
  if (keyword === "required" || keyword === "dependentRequired") return requiredType(fault, words);
  if (keyword === "enum") return words.oneOf((schema as unknown[]).map((value) => JSON.stringify(value)));
  if (keyword === "const") return JSON.stringify(schema);
  if (keyword === "format") return words.format(String(schema));
  if (keyword === "pattern")
    return parentSchema?.["format"] === "int64" ? "integer" : words.matches(`/${String(schema)}/`);
  if (keyword === "multipleOf") return words.multipleOf(String(schema));
  if (keyword === "minLength" || keyword === "maxLength")
    return words.length(`${keyword === "minLength" ? ">=" : "<="} ${limit.limit}`);
  if (keyword === "minItems" || keyword === "maxItems")
    return words.items(`${keyword === "minItems" ? ">=" : "<="} ${limit.limit}`);
  if (limit.comparison !== undefined) return `${limit.comparison} ${limit.limit}`;
  return fault.message ?? keyword;
}

function requiredType(fault: JsonFault, words: IssueWords): string {
  const key = (fault.params as Record<string, string>)["missingProperty"]!;
  const field = (fault.parentSchema?.["properties"] as Record<string, JsonObject> | undefined)?.[key];
  const { type, enum: values } = field ?? {};
  if (Array.isArray(values)) return words.oneOf(values.map((value) => JSON.stringify(value)));
  return typeof type === "string" ? type : words.value;
}
