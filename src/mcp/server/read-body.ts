import type { IncomingMessage } from "node:http";

/** A request's body, or why there is none. */
export type Body = { readonly value: unknown } | { readonly fault: "too-large" | "no-json" };

/** Reads a JSON body of at most `maxBytes`. What is beyond is not kept. */
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
    return { value: JSON.parse(Buffer.concat(chunks).toString("utf8")) as unknown };
  } catch {
    return { fault: "no-json" };
  }
}
