import type { z } from "zod";
import { previewJson } from "../base/json.ts";
import { joinNames, nearestNames } from "../base/names.ts";
import { knownKeysAt } from "./known-keys.ts";
import type { InputIssue } from "./tool-outcome.ts";

/** What zod found wrong, as the author of a call needs it: where, what was expected, what came, what may be meant. */
export function toInputIssues(
  error: z.core.$ZodError,
  { input, schema }: { readonly input: unknown; readonly schema: z.core.$ZodType },
): InputIssue[] {
  return error.issues.flatMap((issue) => toIssues(issue, { input, schema }));
}

interface Place {
  readonly input: unknown;
  readonly schema: z.core.$ZodType;
}

function toIssues(issue: z.core.$ZodIssue, place: Place): InputIssue[] {
  const value = valueAt(place.input, issue.path);
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => unknownKey(issue, key, place));
  const path = issue.path.map(String).join(".");
  if (issue.code === "invalid_union")
    return [closestOption(issue, place) ?? { path, expected: unionExpectation(issue), received: describeValue(value) }];
  const nearest = issue.code === "invalid_value" ? nearestNames(String(value), issue.values.map(String)) : [];
  return [
    { path, expected: expectation(issue), received: describeValue(value), ...(nearest.length > 0 && { nearest }) },
  ];
}

function unknownKey(issue: z.core.$ZodIssueUnrecognizedKeys, key: string, { input, schema }: Place): InputIssue {
  const known = knownKeysAt(schema, issue.path);
  const nearest = nearestNames(key, known);
  const expected = known.length === 0 ? "no keys" : `no key but ${joinNames(known)}`;
  const received = describeValue(valueAt(input, [...issue.path, key]));
  return {
    path: [...issue.path, key].map(String).join("."),
    expected,
    received,
    ...(nearest.length > 0 && { nearest }),
  };
}

/** Where one option of a union fits but for a few fields, its own issue says more than the list of options. */
function closestOption(issue: z.core.$ZodIssueInvalidUnion, place: Place): InputIssue | undefined {
  const deep = issue.errors.filter(
    (issues) =>
      issues.length > 0 && issues.every((inner) => inner.path.length > 0 || inner.code === "unrecognized_keys"),
  );
  const best = deep.toSorted((a, b) => a.length - b.length)[0]?.[0];
  if (!best) return undefined;
  return toIssues({ ...best, path: [...issue.path, ...best.path] }, place)[0];
}

function unionExpectation(issue: z.core.$ZodIssueInvalidUnion): string {
  const options = issue.errors.flatMap((issues) => issues.slice(0, 1).map((inner) => expectation(inner)));
  return options.length > 0 ? joinNames([...new Set(options)], "or") : issue.message;
}

function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.expected === "nonoptional" ? "a value" : issue.expected;
    case "invalid_value":
      return issue.values.length === 1
        ? JSON.stringify(issue.values[0])
        : `one of ${issue.values.map((value) => (typeof value === "string" ? JSON.stringify(value) : String(value))).join(", ")}`;
    case "too_small":
      return `${unitOf(issue.origin)}${issue.inclusive === false ? ">" : ">="} ${issue.minimum}`;
    case "too_big":
      return `${unitOf(issue.origin)}${issue.inclusive === false ? "<" : "<="} ${issue.maximum}`;
    case "invalid_format":
      return issue.pattern && issue.format === "regex"
        ? `text that matches ${issue.pattern}`
        : `text in the format ${issue.format}`;
    case "not_multiple_of":
      return `a multiple of ${issue.divisor}`;
    default:
      return issue.message;
  }
}

function unitOf(origin: string): string {
  if (origin === "string") return "length ";
  return origin === "array" || origin === "set" || origin === "map" ? "number of items " : "";
}

function describeValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  const kind = Array.isArray(value) ? "array" : typeof value;
  return `${kind} ${typeof value === "string" ? JSON.stringify(previewJson(value, 60)) : previewJson(value, 60)}`;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}
