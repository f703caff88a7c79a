import { anyResult } from "./any-result.ts";
import type { McpConnection } from "./connect.ts";
import { asItCame, type TakenOut } from "./loosen-message.ts";

/** A list of a server that is longer, or goes round in a circle, is cut. */
const mostPages = 100;
const mostEntries = 10_000;

/** A list of a server, all pages of it. */
export interface ListedPages {
  readonly entries: readonly unknown[];
  /** True when there were more than are taken. */
  readonly cut: boolean;
}

/** The methods that give lists in pages. */
export type ListMethod = "tools/list" | "resources/list" | "resources/templates/list" | "prompts/list";

/** Reads a list of a server to its end. */
export async function listPages(
  { client }: McpConnection,
  method: ListMethod,
  { signal, timeoutMs }: { readonly signal?: AbortSignal; readonly timeoutMs: number },
): Promise<ListedPages> {
  const entries: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < mostPages && entries.length < mostEntries; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const result = await client.request({ method, params }, anyResult, {
      timeout: timeoutMs,
      ...(signal && { signal }),
    });
    const taken = result[asItCame] as TakenOut | undefined;
    // One by one: a list may be longer than a call has arguments.
    for (const entry of taken?.list ?? []) entries.push(entry);
    const { nextCursor } = result;
    if (typeof nextCursor !== "string" || nextCursor === "" || seen.has(nextCursor))
      return { entries: entries.slice(0, mostEntries), cut: entries.length > mostEntries };
    seen.add(nextCursor);
    cursor = nextCursor;
  }
  return { entries: entries.slice(0, mostEntries), cut: true };
}
