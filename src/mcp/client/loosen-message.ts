import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { isPlainObject } from "../../base/json.ts";

/** Under this key a loosened result carries what was taken out of it: {@link TakenOut}. */
export const asItCame = "sopwith/as-it-came";

/** Parts of a result as the server sent them. */
export interface TakenOut {
  readonly list: readonly unknown[];
  readonly structured?: unknown;
}

/** Parts of results that are checked by us, one by one, instead of by the SDK as a whole. */
const lists: readonly string[] = ["tools", "resources", "resourceTemplates", "prompts", "contents", "messages"];
/** Lists whose results say how long they may be kept. */
const cached: readonly string[] = ["tools", "resources", "resourceTemplates", "prompts", "contents"];

/**
 * Takes the lists out of an answer before the SDK looks at it: it would refuse the whole answer for one part that it
 * does not know, so one bad tool would hide all the others. Changes the message in place.
 */
export function loosenMessage(message: JSONRPCMessage): void {
  const { result } = message as { readonly result?: Record<string, unknown> };
  if (typeof result !== "object" || result === null) return;
  if (typeof result["protocolVersion"] === "string") return loosenStart(result);
  if ("content" in result || "structuredContent" in result) return loosenCall(result);
  for (const key of lists) {
    if (!Array.isArray(result[key])) continue;
    result[asItCame] = { list: result[key] } satisfies TakenOut;
    result[key] = [];
    // What the newest revision asks for, and servers forget.
    result["resultType"] ??= "complete";
    if (cached.includes(key)) {
      result["ttlMs"] ??= 0;
      result["cacheScope"] ??= "private";
    }
    if (result["nextCursor"] === null) delete result["nextCursor"];
    return;
  }
}

/** A server that does not say what it can is asked for its tools all the same. */
function loosenStart(result: Record<string, unknown>): void {
  const { capabilities, serverInfo } = result;
  if (!isPlainObject(capabilities)) result["capabilities"] = { tools: {} };
  const { name, version } = isPlainObject(serverInfo) ? serverInfo : {};
  if (typeof name === "string" && typeof version === "string") return;
  result["serverInfo"] = { ...(isPlainObject(serverInfo) && serverInfo), name: textOr(name), version: textOr(version) };
}

function textOr(value: unknown): string {
  return typeof value === "string" ? value : "unknown";
}

/** The parts of an answer that gives no list of them: one part, or a bare text. */
function loneParts(content: unknown): readonly unknown[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return isPlainObject(content) ? [content] : [];
}

function loosenCall(result: Record<string, unknown>): void {
  const { content, structuredContent: structured } = result;
  const list: readonly unknown[] = Array.isArray(content) ? content : loneParts(content);
  result[asItCame] = { list, ...(structured !== undefined && { structured }) } satisfies TakenOut;
  result["content"] = [];
  result["resultType"] ??= "complete";
  delete result["structuredContent"];
}
