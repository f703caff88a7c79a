import { isPlainObject } from "../base/json.ts";
import type { Usage } from "../base/usage.ts";
import { optionalText, readContent, readUsage, type WireCall, type WireReply } from "./wire-reply.ts";

/** Puts the pieces of a streamed answer together. */
export interface StreamCollector {
  /** Takes one event of the stream and gives the text that it added. */
  add(event: unknown): string;
  /** The whole answer; `finish` is absent when the server never said that it was done. */
  reply(): WireReply;
}

interface OpenCall {
  id?: string;
  name: string;
  arguments: unknown;
}

/**
 * Servers number the pieces of calls in many ways: no index, always index 0, the id on the first piece or on each, the
 * name again with every piece. A piece begins a new call when its id differs, or when it names a tool and brings
 * arguments although those of the call so far are complete.
 */
export function createStreamCollector(): StreamCollector {
  const calls: OpenCall[] = [];
  const byIndex = new Map<number, OpenCall>();
  let text = "";
  let reasoning = "";
  let finish: unknown;
  let model: unknown;
  let usage: Usage = { inputTokens: 0, outputTokens: 0 };

  const addPiece = (piece: Record<string, unknown>): void => {
    const index = typeof piece["index"] === "number" ? piece["index"] : undefined;
    const open = index === undefined ? calls.at(-1) : byIndex.get(index);
    const target = open === undefined || beginsCall(piece, open) ? { name: "", arguments: undefined } : open;
    if (target !== open) calls.push(target);
    if (index !== undefined) byIndex.set(index, target);
    extend(target, piece);
  };

  return {
    add(event) {
      if (!isPlainObject(event)) return "";
      if (event["usage"]) usage = readUsage(event["usage"]);
      model ??= event["model"];
      const choice: unknown = Array.isArray(event["choices"]) ? event["choices"][0] : undefined;
      if (!isPlainObject(choice)) return "";
      finish = choice["finish_reason"] ?? finish;
      const delta = isPlainObject(choice["delta"]) ? choice["delta"] : {};
      const added = readContent(delta["content"] ?? delta["refusal"]);
      text += added;
      reasoning += readContent(delta["reasoning_content"]);
      const pieces: unknown[] = Array.isArray(delta["tool_calls"]) ? delta["tool_calls"] : [];
      for (const piece of pieces) if (isPlainObject(piece)) addPiece(piece);
      if (isPlainObject(delta["function_call"])) addPiece({ index: 0, function: delta["function_call"] });
      return added;
    },
    reply: () => ({
      text,
      calls: calls.map((call): WireCall => ({ ...call })),
      usage,
      ...optionalText("reasoning", reasoning),
      ...optionalText("finish", finish),
      ...optionalText("model", model),
    }),
  };
}

function beginsCall(piece: Record<string, unknown>, open: OpenCall): boolean {
  const { id } = piece;
  if (typeof id === "string" && id !== "" && open.id !== undefined && id !== open.id) return true;
  const part = isPlainObject(piece["function"]) ? piece["function"] : {};
  return Boolean(part["name"]) && Boolean(part["arguments"]) && isWhole(open.arguments);
}

function extend(call: OpenCall, piece: Record<string, unknown>): void {
  const part = isPlainObject(piece["function"]) ? piece["function"] : {};
  if (typeof piece["id"] === "string" && piece["id"] !== "") call.id ??= piece["id"];
  if (typeof part["name"] === "string" && part["name"] !== call.name) call.name += part["name"];
  const added = part["arguments"] ?? part["parameters"];
  if (typeof added === "string") call.arguments = (typeof call.arguments === "string" ? call.arguments : "") + added;
  else if (added !== undefined && added !== null) call.arguments = added;
}

function isWhole(sent: unknown): boolean {
  if (typeof sent !== "string") return sent !== undefined;
  try {
    JSON.parse(sent);
    return true;
  } catch {
    return false;
  }
}
