import { isPlainObject, type JsonObject, type JsonValue, previewJson } from "../base/json.ts";
import { findRepeatedKey } from "./find-repeated-key.ts";
import { scanJson } from "./scan-json.ts";

/** What became of the arguments of a call. */
export type ReadArguments =
  /** `repair` says what was mended or left out; never set when the text was valid JSON that reads in one way only. */
  | { readonly arguments: JsonObject; readonly repair?: string }
  /** A sentence for the model, and the text as it came. */
  | { readonly problem: string; readonly rawArguments: string };

/**
 * Reads the arguments of a call as a server sent them: a JSON text, or (against the protocol, but clear) an object.
 * Nothing at all means no arguments. Only what cannot change the meaning is repaired: a code fence, prose around the
 * one object, an object encoded twice, trailing commas, comments, quotes and words of other languages, raw line breaks in
 * strings, backslashes that escape nothing, a key given twice with one value. A key with two values is refused. A text
 * that was cut off is never completed. A whole number that a number
 * cannot hold is kept as the text of its digits.
 */
export function readArguments(sent: unknown, cut: boolean): ReadArguments {
  if (sent === undefined || sent === null) return { arguments: {} };
  if (isPlainObject(sent)) return { arguments: sent as JsonObject, repair: "sent as an object instead of a text" };
  if (typeof sent !== "string")
    return unreadable(`The arguments must be one JSON object, not ${describe(sent)}.`, previewJson(sent));
  if (sent.trim() === "") return cut ? truncated(sent) : { arguments: {} };
  return readText(sent, cut);
}

function readText(sent: string, cut: boolean): ReadArguments {
  const direct = parse(sent);
  if (direct !== undefined) return accept(direct, sent, {});
  const scan = scanJson(sent);
  if (scan === undefined) {
    return cut ? truncated(sent) : unreadable("The arguments are not JSON. Send one JSON object.", sent);
  }
  if (!scan.closed) return truncated(sent);
  const around = sent.slice(0, scan.start) + sent.slice(scan.end);
  const second = scanJson(sent, scan.end);
  if (second && !isSame(scan.mended, second.mended)) {
    return unreadable("The arguments hold more than one JSON value. Send exactly one JSON object.", sent);
  }
  if (scan.doubtful !== undefined) {
    return unreadable(
      `It is not clear which backslashes of ${scan.doubtful} are meant as such. Write each of them twice.`,
      sent,
    );
  }
  const mended = parse(scan.mended);
  if (mended === undefined) return unreadable(`The arguments are not valid JSON: ${reason(sent)}.`, sent);
  return accept(mended, sent, { repair: nameRepair(around, scan.repairs) });
}

function accept(
  { value, digitsKept, json }: ParsedJson,
  sent: string,
  repaired: { readonly repair?: string },
): ReadArguments {
  if (typeof value === "string") {
    const inner = parse(value);
    if (inner && isPlainObject(inner.value)) return accept(inner, value, { repair: "decoded twice" });
  }
  if (!isPlainObject(value)) return unreadable(`The arguments must be one JSON object, not ${describe(value)}.`, sent);
  const repeated = findRepeatedKey(json);
  if (repeated && !repeated.sameValue) {
    const key = JSON.stringify(repeated.key.slice(0, 60));
    return unreadable(
      `The key ${key} is given twice, with different values. Send the call again with each key once.`,
      sent,
    );
  }
  const repair = [
    repaired.repair,
    digitsKept ? "long numbers kept as digits" : undefined,
    repeated ? "repeated key removed" : undefined,
  ]
    .filter((part) => part !== undefined && part !== "")
    .join(", ");
  return { arguments: value, ...(repair !== "" && { repair }) };
}

interface ParsedJson {
  readonly value: JsonValue;
  /** A whole number that a number cannot hold stands as the text of its digits. */
  readonly digitsKept: boolean;
  /** The text that the value was read from. */
  readonly json: string;
}

/** JSON.parse without the throw, and without the loss of digits; `undefined` for a text that is not JSON. */
function parse(text: string): ParsedJson | undefined {
  try {
    if (!/\d{16}/.test(text)) return { value: JSON.parse(text) as JsonValue, digitsKept: false, json: text };
    let digitsKept = false;
    const keepDigits = (_key: string, value: unknown, place?: { readonly source?: string }): unknown => {
      if (typeof value !== "number" || !/^-?\d{16,}$/.test(place?.source ?? "")) return value;
      if (Number.isSafeInteger(value)) return value;
      digitsKept = true;
      return place!.source;
    };
    const value = (JSON.parse as ParseWithSource)(text, keepDigits);
    return { value, digitsKept, json: text };
  } catch {
    return undefined;
  }
}

/** The reviver's third argument holds the source text of plain values. */
type ParseWithSource = (
  text: string,
  reviver: (key: string, value: unknown, place?: { readonly source?: string }) => unknown,
) => JsonValue;

/** Two copies of one value stand for one call that was written twice. */
function isSame(first: string, second: string): boolean {
  const [a, b] = [parse(first), parse(second)];
  return a !== undefined && b !== undefined && JSON.stringify(a.value) === JSON.stringify(b.value);
}

function nameRepair(around: string, repairs: readonly string[]): string {
  const parts: string[] = [];
  if (around.includes("```")) parts.push("code fence removed");
  else if (around.trim() !== "") parts.push("text around the object removed");
  return [...parts, ...repairs].join(", ");
}

function reason(text: string): string {
  try {
    JSON.parse(text);
    return "it cannot be read";
  } catch (error) {
    return error instanceof Error ? error.message.replace(/\s+/g, " ").slice(0, 160) : "it cannot be read";
  }
}

function truncated(sent: string): ReadArguments {
  return unreadable(
    "The arguments were cut off before their end, so nothing was run. Send the call again, shorter.",
    sent,
  );
}

function unreadable(problem: string, rawArguments: string): ReadArguments {
  return { problem, rawArguments };
}

function describe(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : `a ${typeof value}`;
}
