import type { z } from "zod";
import { describeValue } from "./describe-value.ts";
import type { FoundIssue } from "./find-issues.ts";
import { type IssueWords, issueWords } from "./issue-words.ts";
import { knownKeysAt } from "./known-keys.ts";
import { nearestChoices } from "./nearest-choices.ts";
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
 * What was found wrong, as the author of a call needs it: where, what was expected, what came, what may be meant. The
 * first 20 at most.
 */
export function toInputIssues(
  found: readonly FoundIssue[],
  { input, schema, locale }: CheckedInput,
): readonly InputIssue[] {
  const place: Place = { input, schema, words: issueWords(locale) };
  const issues: InputIssue[] = [];
  for (const one of found) {
    if (issues.length >= maxIssues) break;
    addIssues(one, place, issues);
  }
  return issues.length > maxIssues ? issues.slice(0, maxIssues) : issues;
}

interface Place {
  readonly input: unknown;
  readonly schema: z.core.$ZodType;
  readonly words: IssueWords;
}

function addIssues(found: FoundIssue, place: Place, issues: InputIssue[]): void {
  const { issue, path } = found;
  if (issue.code === "unrecognized_keys") {
    const known = found.known ?? knownKeysAt(place.schema, path);
    for (const key of issue.keys) issues.push(unknownKey([...path, key], known, place));
  } else if (issue.code === "invalid_union") {
    issues.push(closestOption(issue, path, place) ?? unionIssue(issue, path, place));
  } else {
    const value = valueAt(place.input, path);
    const told = {
      path: toPath(path),
      expected: expectation(issue, place.words),
      received: describeValue(value, place.words),
    };
    const isChoice = issue.code === "invalid_value" && typeof value === "string";
    issues.push(isChoice ? withNearest(told, nearestChoices(value, issue.values)) : told);
  }
}

function unknownKey(path: readonly PropertyKey[], known: readonly string[], { input, words }: Place): InputIssue {
  const told = {
    path: toPath(path),
    expected: known.length === 0 ? words.noKeys : words.onlyKeys(known),
    received: describeValue(valueAt(input, path), words),
  };
  return withNearest(told, nearestChoices(String(path.at(-1)), known));
}

function withNearest(told: InputIssue, nearest: readonly string[]): InputIssue {
  return nearest.length > 0 ? { ...told, nearest } : told;
}

type UnionIssue = z.core.$ZodIssueInvalidUnion;

/** Where one option of a union fits but for a few fields, its own issue says more than the list of options. */
function closestOption(union: UnionIssue, path: readonly PropertyKey[], place: Place): InputIssue | undefined {
  const fitting = union.errors.filter((issues) => issues.length > 0 && issues.every(isInside));
  const issue = fitting.toSorted((a, b) => a.length - b.length)[0]?.[0];
  if (issue === undefined) return undefined;
  const own: InputIssue[] = [];
  addIssues({ issue, path: [...path, ...issue.path] }, place, own);
  return own[0];
}

function isInside(issue: z.core.$ZodIssue): boolean {
  return issue.path.length > 0 || issue.code === "unrecognized_keys";
}

function unionIssue(issue: UnionIssue, path: readonly PropertyKey[], { input, words }: Place): InputIssue {
  const options = new Set(
    issue.errors.flatMap((issues) => issues.slice(0, 1).map((inner) => expectation(inner, words))),
  );
  const expected = options.size > 0 ? words.or([...options]) : issue.message;
  return { path: toPath(path), expected, received: describeValue(valueAt(input, path), words) };
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
  return path.length === 1 ? String(path[0]) : path.map(String).join(".");
}
