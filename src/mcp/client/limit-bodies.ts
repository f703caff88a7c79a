type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** A `fetch` whose answers end with an error when one message in them is too long. */
export interface LimitedFetch {
  readonly fetch: Fetch;
  /** What was said of the last message that was too long, once. */
  readonly takeProblem: () => string | undefined;
}

/** Lets no message over HTTP be longer than `maxBytes`: an answer as a whole, and in a stream what comes between two of its events. */
export function limitBodies(fetch: Fetch, maxBytes: number): LimitedFetch {
  let problem: string | undefined;
  const refuse = (): Error => {
    problem = `The answer is longer than ${maxBytes} bytes; no more are read (\`maxMessageBytes\`).`;
    return Object.assign(new Error(problem), { code: "MCP_ANSWER_TOO_LONG" });
  };
  return {
    async fetch(url, init) {
      const response = await fetch(url, init);
      if (!response.ok || !response.body) return response;
      const length = knownLength(response);
      if (length !== undefined && length <= maxBytes) return response;
      const { status, statusText, headers } = response;
      const isStream = headers.get("content-type")?.includes("text/event-stream") === true;
      const body = isStream
        ? response.body.pipeThrough(counter(maxBytes, refuse))
        : await readWhole(response.body, maxBytes, refuse);
      return new Response(body, { status, statusText, headers });
    },
    takeProblem() {
      const taken = problem;
      problem = undefined;
      return taken;
    },
  };
}

/** Where it is said, and is that of what we read. */
function knownLength({ headers }: Response): number | undefined {
  const length = headers.get("content-length");
  return length === null || headers.has("content-encoding") ? undefined : Number(length);
}

/** Much cheaper than a stream behind a stream, and of most answers there is one part only. */
async function readWhole(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  maxBytes: number,
  refuse: () => Error,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    // Leaving the loop ends the answer.
    if (bytes > maxBytes) throw refuse();
    parts.push(part);
  }
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
}

function counter(maxBytes: number, refuse: () => Error): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const end = lastEventEnd(chunk);
      bytes = end === -1 ? bytes + chunk.length : chunk.length - end;
      if (bytes > maxBytes) controller.error(refuse());
      else controller.enqueue(chunk);
    },
  });
}

/** Where the last event in a chunk ends; -1 where none does. An end that is cut in two is seen with the next one. */
function lastEventEnd(chunk: Uint8Array): number {
  const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return Math.max(text.lastIndexOf("\n\n"), text.lastIndexOf("\r\n\r\n"), text.lastIndexOf("\r\r"));
}
