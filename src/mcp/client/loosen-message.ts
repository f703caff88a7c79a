import type { JSONRPCMessage } from "@modelcontextprotocol/client";

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
  if (Array.isArray(result["content"]) || "structuredContent" in result) return loosenCall(result);
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

function loosenCall(result: Record<string, unknown>): void {
  const { content, structuredContent: structured } = result;
  const list: readonly unknown[] = Array.isArray(content) ? content : [];
  result[asItCame] = { list, ...(structured !== undefined && { structured }) } satisfies TakenOut;
  result["content"] = [];
  result["resultType"] ??= "complete";
  delete result["structuredContent"];
}
