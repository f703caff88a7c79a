import type { JsonObject } from "../../base/json.ts";
import { isInt64 } from "../json-schema/formats.ts";
import { fitsSchema } from "./fits-schema.ts";
import { formatSpellings, toTimestamp } from "./repair-format.ts";
import type { SchemaFacts } from "./schema-facts.ts";

/** A value in another form, and whether the form alone has changed. */
export interface Repaired {
  readonly value: unknown;
  /** True when both say the same and nothing about the schema was needed to see it. */
  readonly lossless: boolean;
}

/** The schema of the value, and the one it stands in. */
interface Within {
  readonly schema: JsonObject;
  readonly root: JsonObject;
}

const wholeNumber = /^-?(?:0|[1-9]\d*)$/;
const decimalNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * What a text, a number or a truth value that does not fit `schema` was meant to be. `undefined` where that is not clear:
 * `1,234`, `4.5` for a whole number, `yes` for a truth value, and whatever would have to be invented.
 */
export function repairScalar(value: unknown, facts: SchemaFacts, within: Within): Repaired | undefined {
  const chosen = repairChoice(value, facts);
  if (chosen) return chosen;
  const { types, format } = facts;
  if (typeof value === "string") {
    const made = types.includes("string") ? respell(value, facts, within) : readText(value, facts);
    return made && fitsOrInt64(made.value, facts, within) ? made : undefined;
  }
  if (typeof value !== "number" || !types.includes("string")) return undefined;
  const text = numberText(value);
  if (text === undefined || !fitsSchema(text, within.schema, within.root)) return undefined;
  return { value: text, lossless: format === "int64" };
}

/** One of the choices that differs in case or blanks only, or in being a text. */
function repairChoice(value: unknown, { choices }: SchemaFacts): Repaired | undefined {
  if (choices === undefined) return undefined;
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return undefined;
  const wanted = fold(value);
  const found = choices.filter((choice) => choice !== null && typeof choice !== "object" && fold(choice) === wanted);
  return found.length === 1 ? { value: found[0], lossless: false } : undefined;
}

function fold(value: unknown): string {
  return String(value).trim().toLowerCase();
}

function respell(text: string, { format }: SchemaFacts, { schema, root }: Within): Repaired | undefined {
  if (format === undefined) return undefined;
  const found = formatSpellings(text, format).find(
    (spelling) => spelling !== text && fitsSchema(spelling, schema, root),
  );
  return found === undefined ? undefined : { value: found, lossless: true };
}

function readText(text: string, { types, format }: SchemaFacts): Repaired | undefined {
  const clean = text.trim();
  if (types.includes("integer") || types.includes("number")) {
    const time = toTimestamp(clean, format);
    if (time !== undefined) return { value: time, lossless: true };
    const number = readNumber(clean, { format, whole: !types.includes("number") });
    if (number !== undefined) return { value: number, lossless: false };
  }
  if (types.includes("boolean") && /^(?:true|false)$/i.test(clean))
    return { value: clean.toLowerCase() === "true", lossless: false };
  return undefined;
}

/** A number with all its digits, or, for 64 bits that a number cannot hold, its digits as they are. */
function readNumber(
  text: string,
  { format, whole }: { readonly format: string | undefined; readonly whole: boolean },
): number | string | undefined {
  if (!(whole ? wholeNumber : decimalNumber).test(text)) return undefined;
  const number = Number(text);
  if (!Number.isFinite(number)) return undefined;
  if (!wholeNumber.test(text) || Number.isSafeInteger(number)) return number === 0 ? 0 : number;
  return format === "int64" && isInt64(text) ? text : undefined;
}

function fitsOrInt64(value: unknown, { format }: SchemaFacts, { schema, root }: Within): boolean {
  return (typeof value === "string" && format === "int64" && isInt64(value)) || fitsSchema(value, schema, root);
}

/** `1e21` and digits that were lost already are nobody's identifier. */
function numberText(value: number): string | undefined {
  const text = String(value);
  return wholeNumber.test(text)
    ? Number.isSafeInteger(value)
      ? text
      : undefined
    : decimalNumber.test(text) && !/e/i.test(text)
      ? text
      : undefined;
}
