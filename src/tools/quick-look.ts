import type { z } from "zod";
import { definitionOf } from "./zod-definition.ts";

/** What is known of a schema's values without asking zod. */
export interface QuickLook {
  /** Of an `array` the items are left out; `undefined` where nothing is certain. */
  readonly type: "string" | "number" | "boolean" | "choice" | "array" | undefined;
  readonly least: number;
  readonly most: number;
  readonly whole: boolean;
  readonly choices: ReadonlySet<unknown>;
}

/** Reads a schema for {@link looksValid}. */
export function quickLook(schema: z.core.$ZodType): QuickLook {
  // oxlint-disable-next-line no-underscore-dangle -- the name is zod's
  const look = { type: typeOf(schema), least: -Infinity, most: Infinity, whole: false, choices: schema._zod.values };
  const isKnown = checksOf(schema).every((check) => addBound(look, check));
  return { ...look, type: isKnown ? look.type : undefined, choices: look.choices ?? nothingIsCertain.choices };
}

/** Of values that only zod can judge. */
export const nothingIsCertain: QuickLook = {
  type: undefined,
  least: -Infinity,
  most: Infinity,
  whole: false,
  choices: new Set(),
};

/** True is certain, false means that zod has to be asked. By the value first: of most fields one comparison is enough. */
export function looksValid(value: unknown, look: QuickLook): boolean {
  const { type } = look;
  if (type === undefined) return false;
  if (typeof value === type) return fits(value, look);
  if (type === "choice") return look.choices.has(value);
  return type === "array" && Array.isArray(value) && value.length <= look.most && value.length >= look.least;
}

function fits(value: unknown, look: QuickLook): boolean {
  // A character is one or two units, so near the lower bound nothing is certain.
  if (typeof value === "string")
    return value.length <= look.most && (look.least <= 0 || value.length >= look.least * 2);
  return typeof value !== "number" || fitsNumber(value, look);
}

function fitsNumber(value: number, { least, most, whole }: QuickLook): boolean {
  return value >= least && value <= most && (whole ? Number.isSafeInteger(value) : Number.isFinite(value));
}

function typeOf(schema: z.core.$ZodType): QuickLook["type"] {
  const { type } = definitionOf(schema);
  if (type === "enum" || type === "literal") return "choice";
  return type === "string" || type === "number" || type === "boolean" || type === "array" ? type : undefined;
}

/** Some schemas are a check as well: an email is a text and a format. */
function checksOf(schema: z.core.$ZodType): readonly z.core.$ZodCheck[] {
  const definition = definitionOf(schema);
  const own = "check" in definition ? [schema as z.core.$ZodType & z.core.$ZodCheck] : [];
  return [...own, ...(definition.checks ?? [])];
}

/** What the checks of a schema allow. */
interface Bounds {
  least: number;
  most: number;
  whole: boolean;
}

/** False for a check that is about something else. */
function addBound(bounds: Bounds, check: z.core.$ZodCheck): boolean {
  // oxlint-disable-next-line no-underscore-dangle -- the name is zod's
  const definition = (check as z.core.$ZodChecks)._zod.def;
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- of the others nothing is certain
  switch (definition.check) {
    case "min_length":
      bounds.least = Math.max(bounds.least, definition.minimum);
      return true;
    case "max_length":
      bounds.most = Math.min(bounds.most, definition.maximum);
      return true;
    case "greater_than":
      return definition.inclusive && addLimit(bounds, "least", definition.value);
    case "less_than":
      return definition.inclusive && addLimit(bounds, "most", definition.value);
    case "number_format":
      bounds.whole = true;
      return definition.format === "safeint";
    default:
      return false;
  }
}

function addLimit(bounds: Bounds, side: "least" | "most", value: unknown): boolean {
  if (typeof value !== "number") return false;
  bounds[side] = side === "least" ? Math.max(bounds.least, value) : Math.min(bounds.most, value);
  return true;
}
