import { request } from "node:http";

/** What came back. */
export interface Sent {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

/** Sends a message as it is: `fetch` would not let a test say what its Host is. */
export function send(
  url: string,
  message: object | string,
  headers: Record<string, string> = {},
  path?: string,
): Promise<Sent> {
  const { promise, resolve, reject } = Promise.withResolvers<Sent>();
  const accept = "application/json, text/event-stream";
  const options = {
    method: "POST",
    headers: { "content-type": "application/json", accept, ...headers },
    ...(path !== undefined && { path }),
  };
  const sending = request(url, options, (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("end", () =>
      resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks).toString() }),
    );
  });
  sending.on("error", reject);
  sending.end(typeof message === "string" ? message : JSON.stringify(message));
  return promise;
}
