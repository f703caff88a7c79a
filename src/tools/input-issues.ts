import type { z } from "zod";
import { nearestNames } from "../base/names.ts";
import { describeValue } from "./describe-value.ts";
import { type IssueWords, issueWords } from "./issue-words.ts";
import { knownKeysAt } from "./known-keys.ts";
import type { InputIssue } from "./tool-outcome.ts";
import type { Locale } from "./tool.ts";

/** What was checked, and in which language its mistakes are told. */
export interface CheckedInput {
  readonly input: unknown;
  readonly schema: z.core.$ZodType;
  readonly locale: Locale;
}

/** More than these help nobody: the rest shows when they are mended. */
const maxIssues = 20;

/**
 * What zod found wrong, as the author of a call needs it: where, what was expected, what came, what may be meant. The
 * first 20 at most.
 */
export function toInputIssues(
  found: readonly z.core.$ZodIssue[],
  { input, schema, locale }: CheckedInput,
): readonly InputIssue[] {
  const place: Place = { input, schema, words: issueWords(locale) };
  if (found.length === 1) return toIssues(found[0]!, place).slice(0, maxIssues);
  return found
    .slice(0, maxIssues)
    .flatMap((issue) => toIssues(issue, place))
    .slice(0, maxIssues);
}

interface Place {
  readonly input: unknown;
  readonly schema: z.core.$ZodType;
  readonly words: IssueWords;
}

function toIssues(issue: z.core.$ZodIssue, place: Place): InputIssue[] {
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => unknownKey(issue, key, place));
  if (issue.code === "invalid_union") return [closestOption(issue, place) ?? unionIssue(issue, place)];
  const value = valueAt(place.input, issue.path);
  const nearest =
    issue.code === "invalid_value" && typeof value === "string" ? nearestNames(value, issue.values.map(String)) : [];
  return [
    {
      path: toPath(issue.path),
      expected: expectation(issue, place.words),
      received: describeValue(value, place.words),
      ...(nearest.length > 0 && { nearest }),
    },
  ];
}

function unknownKey(issue: z.core.$ZodIssueUnrecognizedKeys, key: string, place: Place): InputIssue {
  const known = knownKeysAt(place.schema, issue.path);
  const path = [...issue.path, key];
  const nearest = nearestNames(key, known);
  return {
    path: toPath(path),
    expected: known.length === 0 ? place.words.noKeys : place.words.onlyKeys(known),
    received: describeValue(valueAt(place.input, path), place.words),
    ...(nearest.length > 0 && { nearest }),
  };
}

/** Where one option of a union fits but for a few fields, its own issue says more than the list of options. */
function closestOption(issue: z.core.$ZodIssueInvalidUnion, place: Place): InputIssue | undefined {
  const fitting = issue.errors.filter((issues) => issues.length > 0 && issues.every(isInside));
  const best = fitting.toSorted((a, b) => a.length - b.length)[0]?.[0];
  return best && toIssues({ ...best, path: [...issue.path, ...best.path] }, place)[0];
}

function isInside(issue: z.core.$ZodIssue): boolean {
  return issue.path.length > 0 || issue.code === "unrecognized_keys";
}

function unionIssue(issue: z.core.$ZodIssueInvalidUnion, { input, words }: Place): InputIssue {
  const options = new Set(
    issue.errors.flatMap((issues) => issues.slice(0, 1).map((inner) => expectation(inner, words))),
  );
  const expected = options.size > 0 ? words.or([...options]) : issue.message;
  return { path: toPath(issue.path), expected, received: describeValue(valueAt(input, issue.path), words) };
}

function expectation(issue: z.core.$ZodIssue, words: IssueWords): string {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the others have nothing shorter than zod's words
  switch (issue.code) {
    case "invalid_type":
      return issue.expected === "nonoptional" ? words.value : (jsonTypes[issue.expected] ?? issue.expected);
    case "invalid_value": {
      const values = issue.values.map((value) => (typeof value === "string" ? JSON.stringify(value) : String(value)));
      return values.length === 1 ? values.join("") : words.oneOf(values);
    }
    case "too_small":
      return sized(`${issue.inclusive === false ? ">" : ">="} ${issue.minimum}`, issue.origin, words);
    case "too_big":
      return sized(`${issue.inclusive === false ? "<" : "<="} ${issue.maximum}`, issue.origin, words);
    case "invalid_format":
      return issue.format === "regex"
        ? words.matches(String(issue.pattern))
        : words.format(jsonFormats[issue.format] ?? issue.format);
    case "not_multiple_of":
      return words.multipleOf(String(issue.divisor));
    default:
      return issue.message;
  }
}

/** zod's own words, as JSON Schema has them: those a model was told. */
const jsonTypes: Readonly<Record<string, string>> = { int: "integer", record: "object", tuple: "array" };
const jsonFormats: Readonly<Record<string, string>> = { datetime: "date-time", url: "uri", guid: "uuid" };

function sized(bound: string, origin: string, words: IssueWords): string {
  if (origin === "string") return words.length(bound);
  return origin === "array" || origin === "set" || origin === "map" ? words.items(bound) : bound;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

function toPath(path: readonly PropertyKey[]): string {
  return path.map(String).join(".");
}
