import { isPlainObject, type JsonObject, type JsonValue, previewJson } from "../base/json.ts";
import { scanJson } from "./scan-json.ts";

/** What became of the arguments of a call. */
export type ReadArguments =
  /** `repair` says what was mended; never set when the text was valid JSON. */
  | { readonly arguments: JsonObject; readonly repair?: string }
  /** A sentence for the model, and the text as it came. */
  | { readonly problem: string; readonly rawArguments: string };

/**
 * Reads the arguments of a call as a server sent them: a JSON text, or (against the protocol, but clear) an object.
 * Nothing at all means no arguments. Only what cannot change the meaning is repaired: a code fence, prose around the
 * one object, an object encoded twice, trailing commas, raw line breaks in strings. A text that was cut off is never
 * completed, and a number too long to be kept exactly is refused.
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
  if (direct !== undefined) return accept(direct.value, sent, {});
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
  const mended = parse(scan.mended);
  if (mended === undefined) return unreadable(`The arguments are not valid JSON: ${reason(scan.mended)}.`, sent);
  return accept(mended.value, sent, { repair: nameRepair(around, scan.mended !== sent.slice(scan.start, scan.end)) });
}

function accept(value: JsonValue, sent: string, repaired: { readonly repair?: string }): ReadArguments {
  const long = longNumber(sent);
  if (long !== undefined) {
    return unreadable(`The number ${long} is too long to be kept exactly. Send it as a string.`, sent);
  }
  if (typeof value === "string") {
    const inner = parse(value);
    if (inner && isPlainObject(inner.value)) return accept(inner.value, value, { repair: "decoded twice" });
  }
  if (!isPlainObject(value)) return unreadable(`The arguments must be one JSON object, not ${describe(value)}.`, sent);
  return { arguments: value, ...repaired };
}

/** JSON.parse without the throw; `undefined` for a text that is not JSON. */
function parse(text: string): { readonly value: JsonValue } | undefined {
  try {
    return { value: JSON.parse(text) as JsonValue };
  } catch {
    return undefined;
  }
}

/** Two copies of one value stand for one call that was written twice. */
function isSame(first: string, second: string): boolean {
  const [a, b] = [parse(first), parse(second)];
  return a !== undefined && b !== undefined && JSON.stringify(a.value) === JSON.stringify(b.value);
}

/** An integer outside of strings whose digits JSON.parse would change. */
function longNumber(text: string): string | undefined {
  if (!/\d{16}/.test(text)) return undefined;
  const bare = text.replace(/"(?:[^"\\]|\\.)*"/gs, '""');
  return bare
    .match(/-?\d[\d.eE+-]*/g)
    ?.find((digits) => /^-?\d{16,}$/.test(digits) && BigInt(digits) !== BigInt(Number(digits)));
}

function nameRepair(around: string, changed: boolean): string {
  const parts: string[] = [];
  if (around.includes("```")) parts.push("code fence removed");
  else if (around.trim() !== "") parts.push("text around the object removed");
  if (changed) parts.push("commas or line breaks mended");
  return parts.join(", ");
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
