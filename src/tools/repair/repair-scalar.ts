import type { JsonObject } from "../../base/json.ts";
import { isInt64 } from "../json-schema/formats.ts";
import { fitsSchema, typesOf } from "./fits-schema.ts";
import { formatSpellings, toTimestamp } from "./repair-format.ts";
import type { RepairWalk } from "./repair-walk.ts";

/** A value in another form, and whether the form alone has changed. */
export interface Repaired {
  readonly value: unknown;
  /** True when both say the same and nothing about the schema was needed to see it. */
  readonly lossless: boolean;
}

const wholeNumber = /^-?(?:0|[1-9]\d*)$/;
const decimalNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * What a text, a number or a truth value that does not fit `schema` was meant to be. `undefined` where that is not clear:
 * `1,234`, `4.5` for a whole number, `yes` for a truth value, and whatever would have to be invented.
 */
export function repairScalar(value: unknown, schema: JsonObject, walk: RepairWalk): Repaired | undefined {
  const chosen = repairChoice(value, schema);
  if (chosen) return chosen;
  const types = typesOf(schema);
  if (typeof value === "string") {
    const made = types.includes("string") ? respell(value, schema, walk) : readText(value, schema, types);
    return made && fitsOrInt64(made.value, schema, walk) ? made : undefined;
  }
  if (typeof value !== "number" || !types.includes("string")) return undefined;
  const text = numberText(value);
  if (text === undefined || !fitsSchema(text, schema, walk.root)) return undefined;
  return { value: text, lossless: schema["format"] === "int64" };
}

/** One of the choices that differs in case or blanks only, or in being a text. */
function repairChoice(value: unknown, { enum: values, const: only }: JsonObject): Repaired | undefined {
  const choices = Array.isArray(values) ? values : only === undefined ? [] : [only];
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return undefined;
  const wanted = fold(value);
  const found = choices.filter((choice) => choice !== null && typeof choice !== "object" && fold(choice) === wanted);
  return found.length === 1 ? { value: found[0], lossless: false } : undefined;
}

function fold(value: unknown): string {
  return String(value).trim().toLowerCase();
}

function respell(text: string, schema: JsonObject, { root }: RepairWalk): Repaired | undefined {
  const { format } = schema;
  if (typeof format !== "string") return undefined;
  const found = formatSpellings(text, format).find(
    (spelling) => spelling !== text && fitsSchema(spelling, schema, root),
  );
  return found === undefined ? undefined : { value: found, lossless: true };
}

function readText(text: string, schema: JsonObject, types: readonly string[]): Repaired | undefined {
  const clean = text.trim();
  if (types.includes("integer") || types.includes("number")) {
    const time = toTimestamp(clean, schema);
    if (time !== undefined) return { value: time, lossless: true };
    const number = readNumber(clean, { schema, whole: !types.includes("number") });
    if (number !== undefined) return { value: number, lossless: false };
  }
  if (types.includes("boolean") && /^(?:true|false)$/i.test(clean))
    return { value: clean.toLowerCase() === "true", lossless: false };
  return undefined;
}

/** A number with all its digits, or, for 64 bits that a number cannot hold, its digits as they are. */
function readNumber(
  text: string,
  { schema, whole }: { readonly schema: JsonObject; readonly whole: boolean },
): number | string | undefined {
  if (!(whole ? wholeNumber : decimalNumber).test(text)) return undefined;
  const number = Number(text);
  if (!Number.isFinite(number)) return undefined;
  if (!wholeNumber.test(text) || Number.isSafeInteger(number)) return number === 0 ? 0 : number;
  return schema["format"] === "int64" && isInt64(text) ? text : undefined;
}

function fitsOrInt64(value: unknown, schema: JsonObject, { root }: RepairWalk): boolean {
  return (
    (typeof value === "string" && schema["format"] === "int64" && isInt64(value)) || fitsSchema(value, schema, root)
  );
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
