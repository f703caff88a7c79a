import type { IncomingMessage } from "node:http";
import { isTooDeep } from "../../tools/is-too-deep.ts";

/** A request's body, or why there is none. */
export type Body = { readonly value: unknown } | { readonly fault: "too-large" | "no-json" | "too-deep" };

/** Levels of a body. What is nested deeper would overflow the stack of what reads it. */
export const deepestBody = 500;

/** Reads a JSON body of at most `maxBytes` and {@link deepestBody}. What is beyond is not kept. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  const declared = Number(request.headers["content-length"] ?? 0);
  if (declared > maxBytes) return { fault: "too-large" };
  const chunks: Buffer[] = [];
  let size = 0;
  // The connection stays, so that the refusal can be read.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return { fault: "too-large" };
    chunks.push(chunk);
  }
  try {
    const value = JSON.parse(Buffer.concat(chunks).toString("utf8")) as unknown;
    return isTooDeep(value, deepestBody) ? { fault: "too-deep" } : { value };
  } catch {
    return { fault: "no-json" };
  }
}
