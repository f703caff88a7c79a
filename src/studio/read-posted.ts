import type { IncomingMessage } from "node:http";
import { isPlainObject } from "../base/json.ts";
import type { Refusal } from "./studio-door.ts";

/** The object that was posted, or why there is none. */
export type PostedBody = { readonly body: Readonly<Record<string, unknown>> } | { readonly fault: Refusal };

/** A form holds no more; what a person types into one is far less. */
const mostBytes = 1_000_000;

/** Reads a JSON object. What is beyond a megabyte is not kept. */
export async function readPosted(request: IncomingMessage): Promise<PostedBody> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > mostBytes) return { fault: { status: 413, message: "The form is too large." } };
    chunks.push(chunk);
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    if (isPlainObject(body)) return { body };
  } catch {
    return { fault: { status: 400, message: "The form is no JSON." } };
  }
  return { fault: { status: 400, message: "The form is no JSON object." } };
}
