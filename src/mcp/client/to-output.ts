import { canonicalJson, isPlainObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import { isLargerThan } from "../../tools/is-larger-than.ts";
import { isTooDeep } from "../../tools/is-too-deep.ts";
import { withoutMedia } from "../../tools/media-parts.ts";
import type { McpContent } from "./mcp-content.ts";
import { readContent } from "./read-content.ts";

/** Deeper than this no answer is meant to be read. */
const deepest = 200;

/** What a server answered to a call. */
export interface ServerAnswer {
  readonly list: readonly unknown[];
  readonly structured?: unknown;
}

/**
 * An answer as a tool's output. Texts alone are one text; structured data alone are those data, and a text that only
 * repeats them is left out; everything else is an object with `content`, and `structured` where there is any. Nothing
 * else that the server said is lost. `problem` says what is wrong with the answer, and stands in the object too.
 */
export function toOutput(
  answer: ServerAnswer,
  { problem, maxLength }: { readonly problem?: string | undefined; readonly maxLength: number },
): JsonValue {
  if (isTooDeep(answer, deepest)) return tooDeep(answer);
  const parts = answer.list.map(readContent);
  const output = shape(parts, answer.structured as JsonValue | undefined, problem);
  if (!isLargerThan(output, maxLength)) return output;
  // Without its pictures it may fit; text that is too long is cut where results are cut.
  const slim = withoutMedia(output) as JsonValue;
  return slim === output
    ? output
    : withProblem(slim, `Pictures and files are left out: with them it is longer than ${maxLength} characters.`);
}

/** Nobody could write it down, so of such an answer only the texts are used. */
function tooDeep({ list }: ServerAnswer): JsonValue {
  const texts = list.flatMap((part) => (isPlainObject(part) && typeof part["text"] === "string" ? [part["text"]] : []));
  const content = texts.map((text) => ({ type: "text", text }));
  return { content, problem: `The answer is nested deeper than ${deepest} levels; only its texts are kept.` };
}

function shape(
  parts: readonly McpContent[],
  structured: JsonValue | undefined,
  problem: string | undefined,
): JsonValue {
  const problems = problem === undefined ? {} : { problem };
  if (structured !== undefined) {
    const content = parts.filter((part) => !repeats(part, structured));
    if (content.length === 0 && problem === undefined) return structured;
    return { structured, ...(content.length > 0 && { content: toJson(content) }), ...problems };
  }
  if (problem === undefined && parts.every(isBareText)) return parts.map(({ text }) => text).join("\n");
  return { content: toJson(parts), ...problems };
}

function withProblem(output: JsonValue, problem: string): JsonValue {
  return typeof output === "object" && output !== null && !Array.isArray(output)
    ? { ...(output as JsonObject), problem }
    : { structured: output, problem };
}

/**
 * A server that gives data is asked to give them as a text too; many put a bare value into an object of one field for
 * the one and not for the other.
 */
function repeats(part: McpContent, structured: JsonValue): boolean {
  if (part.type !== "text") return false;
  const values = isPlainObject(structured) ? Object.values(structured) : [];
  return says(part.text, structured) || (values.length === 1 && says(part.text, values[0]));
}

function says(text: string, value: unknown): boolean {
  if (typeof value === "string" && value === text) return true;
  const first = text.trimStart()[0] ?? "";
  if (typeof value === "object" && first !== "{" && first !== "[") return false;
  try {
    return canonicalJson(JSON.parse(text)) === canonicalJson(value);
  } catch {
    // A text of its own.
    return false;
  }
}

function isBareText(part: McpContent): part is Extract<McpContent, { type: "text" }> {
  return part.type === "text" && part.meta === undefined;
}

/** Content was read from JSON and is JSON still. */
function toJson(parts: readonly McpContent[]): JsonValue {
  return parts;
}
