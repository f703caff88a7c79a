import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import type { AnsweredView } from "./answer-view.ts";

/** The page's own files, which are the same in a clone and in an installed package. */
const folder = new URL("../../src/studio/page/", import.meta.url);
const files: Readonly<Record<string, readonly [string, string]>> = {
  "/": ["index.html", "text/html"],
  "/studio.css": ["studio.css", "text/css"],
  "/studio.js": ["studio.js", "text/javascript"],
};

/** Nothing is loaded from elsewhere, nothing runs that does not stand in the page's own file, and nobody frames it. */
const guarded: Readonly<Record<string, string>> = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};

/** One of the page's files. They hold nothing of the project, so nobody needs a token for them. */
export async function sendFile(response: ServerResponse, path: string): Promise<void> {
  const file = Object.hasOwn(files, path) ? files[path] : undefined;
  if (!file) return sendJson(response, 404, { message: "There is nothing at this address." });
  send(response, 200, { type: file[1], text: await readFile(new URL(file[0], folder), "utf8") });
}

/** A view, once. */
export function sendPage(response: ServerResponse, { status, page }: AnsweredView): void {
  send(response, status, { type: "text/html", text: page });
}

/** A JSON object. */
export function sendJson(response: ServerResponse, status: number, body: object): void {
  send(response, status, { type: "application/json", text: JSON.stringify(body) });
}

/** Begins a stream of events. @returns what sends one, and answers false while the one before is still on its way */
export function startStream(response: ServerResponse): (text: string) => boolean {
  response.writeHead(200, { ...guarded, "content-type": "text/event-stream; charset=utf-8" });
  response.flushHeaders();
  return (text) => {
    if (response.writableNeedDrain || response.destroyed) return false;
    response.write(`data: ${JSON.stringify(text)}\n\n`);
    return true;
  };
}

function send(
  response: ServerResponse,
  status: number,
  { type, text }: { readonly type: string; readonly text: string },
): void {
  response.writeHead(status, { ...guarded, "content-type": `${type}; charset=utf-8` });
  response.end(text);
}
