import { z } from "zod";
import { isPromise } from "../base/awaitable.ts";
import { isPlainObject } from "../base/json.ts";
import { looksValid, nothingIsCertain, type QuickLook, quickLook } from "./quick-look.ts";
import { definitionOf } from "./zod-definition.ts";

/** One thing that is wrong with a value. */
export interface FoundIssue {
  /** As seen from the value that was checked; the one in `issue` may be shorter. */
  readonly path: readonly PropertyKey[];
  /** With zod's sentence where nothing else says what was expected. */
  readonly issue: z.core.$ZodIssue;
  /** Of an object with unknown keys: those it knows. */
  readonly known?: readonly string[];
}

/** What is wrong with a value, in zod's order. */
export type FindIssues = (value: unknown) => readonly FoundIssue[];

/**
 * Makes the search for what a schema without checks of its author's finds wrong. Objects and lists are walked here, and
 * only the parts that are wrong are given to zod: it would build the parts that are right anew as well.
 */
export function createFindIssues(schema: z.core.$ZodType): FindIssues {
  const collect = collectIn(schema);
  return (value) => {
    const found: FoundIssue[] = [];
    collect(value, undefined, found);
    return found;
  };
}

/** Adds what is wrong with the value that stands at `place`. */
type Collect = (value: unknown, place: Place, found: FoundIssue[]) => void;

/** Written out as a path only where something is wrong; `undefined` is the value as a whole. */
type Place = { readonly inside: Place; readonly key: PropertyKey } | undefined;

function toPath(place: Place): PropertyKey[] {
  if (place?.inside === undefined) return place === undefined ? [] : [place.key];
  const path: PropertyKey[] = [];
  for (let at: Place = place; at !== undefined; at = at.inside) path.unshift(at.key);
  return path;
}

function collectIn(schema: z.core.$ZodType): Collect {
  const definition = definitionOf(schema);
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the others are left to zod whole
  switch (definition.type) {
    case "object":
      return isClosed(definition) ? collectInObject(schema, definition.shape) : askZod(schema);
    case "array":
      return collectInList(schema, definition.element);
    case "string":
    case "number":
    case "boolean":
      return definition.coerce ? askZod(schema) : collectInScalar(schema, definition.type);
    case "optional":
    case "default":
    case "nullable":
      return definition.checks?.length ? askZod(schema) : collectInWrapped(schema, definition.innerType);
    default:
      return askZod(schema);
  }
}

/** What the wrapper says of nothing is zod's to say. */
function collectInWrapped(schema: z.core.$ZodType, innerType: z.core.$ZodType): Collect {
  const [inner, ask] = [collectIn(innerType), askZod(schema)];
  return (value, place, found) => (value === undefined || value === null ? ask : inner)(value, place, found);
}

function collectInScalar(schema: z.core.$ZodType, expected: "string" | "number" | "boolean"): Collect {
  const wrongType: z.core.$ZodIssue = { code: "invalid_type", expected, path: [], message: "" };
  const ask = askZod(schema);
  return (value, place, found) => {
    // A check of a length also looks at whatever else has one.
    if (typeof value === expected || isObject(value)) ask(value, place, found);
    else found.push({ path: toPath(place), issue: wrongType });
  };
}

function isObject(value: unknown): boolean {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** Unknown keys are refused, and nothing is asked of the object as a whole. */
function isClosed({ catchall, checks }: z.core.$ZodObjectDef): boolean {
  return catchall !== undefined && definitionOf(catchall).type === "never" && !checks?.length;
}

interface Field {
  readonly key: string;
  readonly look: QuickLook;
  readonly collect: Collect;
  readonly mayBeAbsent: boolean;
  readonly mustBePresent: boolean;
}

function collectInObject(schema: z.core.$ZodType, shape: z.core.$ZodShape): Collect {
  const fields = Object.entries(shape).map(([key, field]) => toField(key, field));
  const known = Object.keys(shape);
  const isKnown = new Set(known);
  const ask = askZod(schema);
  return (value, place, found) => {
    if (!isPlainObject(value)) return ask(value, place, found);
    let present = 0;
    for (const field of fields) {
      const given = value[field.key];
      const isPresent = given !== undefined || field.key in value;
      if (isPresent) present += 1;
      if (looksValid(given, field.look) || (!isPresent && field.mayBeAbsent)) continue;
      const before = found.length;
      const own: Place = { inside: place, key: field.key };
      field.collect(given, own, found);
      if (!isPresent && field.mustBePresent && found.length === before)
        found.push({ path: toPath(own), issue: isMissing });
    }
    if (Object.keys(value).length === present) return;
    const keys = Object.keys(value).filter((key) => !isKnown.has(key));
    if (keys.length > 0)
      found.push({ path: toPath(place), issue: { code: "unrecognized_keys", keys, path: [], message: "" }, known });
  };
}

const isMissing: z.core.$ZodIssue = { code: "invalid_type", expected: "nonoptional", path: [], message: "" };

/** As zod reads what a schema says of absence: it may be absent, a default stands for it, or it has to be there. */
function toField(key: string, field: z.core.$ZodType): Field {
  // oxlint-disable-next-line no-underscore-dangle -- the name is zod's
  const { optin, optout } = field._zod;
  const inner = withoutWrappers(field);
  return {
    key,
    // Of a list its items count too.
    look: definitionOf(inner).type === "array" ? nothingIsCertain : quickLook(inner),
    collect: collectIn(field),
    mayBeAbsent: optin !== undefined && optout === "optional",
    mustBePresent: optin === undefined,
  };
}

function withoutWrappers(schema: z.core.$ZodType): z.core.$ZodType {
  const definition = definitionOf(schema);
  const isWrapper = definition.type === "optional" || definition.type === "default" || definition.type === "nullable";
  return isWrapper && !definition.checks?.length ? withoutWrappers(definition.innerType) : schema;
}

function collectInList(schema: z.core.$ZodType, element: z.core.$ZodType): Collect {
  const look = quickLook(schema);
  const itemLook = definitionOf(element).type === "array" ? nothingIsCertain : quickLook(element);
  const collect = collectIn(element);
  const ask = askZod(schema);
  return (value, place, found) => {
    if (!looksValid(value, look)) return ask(value, place, found);
    const list = value as readonly unknown[];
    for (let index = 0; index < list.length; index += 1)
      if (!looksValid(list[index], itemLook)) collect(list[index], { inside: place, key: index }, found);
  };
}

function askZod(schema: z.core.$ZodType): Collect {
  return (value, place, found) => {
    // oxlint-disable-next-line no-underscore-dangle -- the name is zod's
    const result = schema._zod.run({ value, issues: [] }, context);
    if (isPromise(result)) return;
    for (const issue of result.issues)
      found.push({ path: [...toPath(place), ...(issue.path ?? [])], issue: finish(issue) });
  };
}

const context = { async: false };

/** Issues of these kinds hold all that a sentence about them needs. */
const saysItself: ReadonlySet<string> = new Set([
  "invalid_type",
  "invalid_value",
  "too_small",
  "too_big",
  "invalid_format",
  "not_multiple_of",
  "unrecognized_keys",
]);

function finish(issue: z.core.$ZodRawIssue): z.core.$ZodIssue {
  if (saysItself.has(issue.code)) return issue as z.core.$ZodIssue;
  return z.core.util.finalizeIssue(issue, context, z.core.config());
}
