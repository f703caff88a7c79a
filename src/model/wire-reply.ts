import { isPlainObject, previewJson } from "../base/json.ts";
import type { Usage } from "../base/usage.ts";
import { BrokenAnswer } from "./model-failure.ts";

/** One answer as a server sent it, with the differences between servers evened out. Nothing is judged yet. */
export interface WireReply {
  readonly text: string;
  readonly calls: readonly WireCall[];
  readonly reasoning?: string;
  readonly finish?: string;
  readonly model?: string;
  readonly usage: Usage;
}

/** One call as a server sent it. */
export interface WireCall {
  readonly id?: string;
  readonly name: string;
  /** A JSON text, if the server keeps to the protocol. */
  readonly arguments: unknown;
  /** `renamed`: they stood under another word. `flattened`: they stood beside the name; whether all of it is arguments is a guess. */
  readonly found?: "renamed" | "flattened";
}

/**
 * Reads the body of an answer that was asked for in one piece.
 *
 * @throws BrokenAnswer for anything that is no chat completion, with what it is instead
 */
export function readWireReply(body: unknown): WireReply {
  if (!isPlainObject(body)) throw new BrokenAnswer(typeof body === "string" ? previewJson(body, 160) : "an empty body");
  if (body["error"]) throw new BrokenAnswer(previewJson(body["error"], 160), asErrorBody(body["error"]));
  const choice: unknown = Array.isArray(body["choices"]) ? body["choices"][0] : undefined;
  const message = isPlainObject(choice) ? choice["message"] : undefined;
  if (!isPlainObject(choice) || !isPlainObject(message))
    throw new BrokenAnswer(`no message in ${previewJson(body, 160)}`);
  const legacy = isPlainObject(message["function_call"]) ? [{ function: message["function_call"] }] : [];
  const sent: unknown[] =
    Array.isArray(message["tool_calls"]) && message["tool_calls"].length > 0 ? message["tool_calls"] : legacy;
  return {
    text: readContent(message["content"] ?? message["refusal"]),
    calls: sent.filter(isPlainObject).map(readCall),
    usage: readUsage(body["usage"]),
    ...optionalText("reasoning", message["reasoning_content"]),
    ...optionalText("finish", choice["finish_reason"]),
    ...optionalText("model", body["model"]),
  };
}

/** A text, or the texts of a list of parts. */
export function readContent(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((part: unknown) => (isPlainObject(part) && typeof part["text"] === "string" ? part["text"] : ""))
    .join("");
}

/** Tokens as reported; 0 where nothing is. */
export function readUsage(usage: unknown): Usage {
  const counts = isPlainObject(usage) ? usage : {};
  return { inputTokens: toCount(counts["prompt_tokens"]), outputTokens: toCount(counts["completion_tokens"]) };
}

/** `{ [key]: text }`, or nothing where there is no text. */
export function optionalText<Key extends string>(key: Key, value: unknown): { [K in Key]?: string } {
  return typeof value === "string" && value !== "" ? ({ [key]: value } as { [K in Key]?: string }) : {};
}

function readCall(call: Record<string, unknown>): WireCall {
  const named = isPlainObject(call["function"]) ? call["function"] : call;
  const name = typeof named["name"] === "string" ? named["name"] : "";
  return { ...optionalText("id", call["id"]), name, ...findArguments(named, call) };
}

const otherWords: readonly string[] = ["parameters", "input", "args", "params"];

/** A call whose arguments are not where they belong must not run with none. */
function findArguments(
  named: Record<string, unknown>,
  call: Record<string, unknown>,
): Pick<WireCall, "arguments" | "found"> {
  if (named["arguments"] !== undefined) return { arguments: named["arguments"] };
  if (call["arguments"] !== undefined) return { arguments: call["arguments"], found: "renamed" };
  const word = otherWords.find((key) => isPlainObject(named[key]) || typeof named[key] === "string");
  if (word !== undefined) return { arguments: named[word], found: "renamed" };
  const beside = Object.entries(named).filter(([key]) => !["name", "id", "type", "index", "description"].includes(key));
  return beside.length === 0 ? { arguments: undefined } : { arguments: Object.fromEntries(beside), found: "flattened" };
}

function asErrorBody(error: unknown): unknown {
  return typeof error === "string" ? { message: error } : error;
}

function toCount(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;
}
