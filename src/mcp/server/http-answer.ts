import type { ServerResponse } from "node:http";

/** An answer that is given before the protocol has anything to do with it. */
export interface HttpRefusal {
  readonly status: number;
  readonly message: string;
  /** Of JSON-RPC. @default -32000 */
  readonly code?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Refuses a request, in JSON-RPC's form. */
export function refuse(response: ServerResponse, { status, message, code = -32_000, headers }: HttpRefusal): void {
  if (response.headersSent) return void response.destroy();
  const body = JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id: null });
  // What is left of the body is nobody's to read.
  response.writeHead(status, { "content-type": "application/json", connection: "close", ...headers });
  response.end(body);
}

/** Nobody may call without a token, but for the question what this server is. `hint` says where to sign in. */
export function noToken(hint: string): HttpRefusal {
  return {
    status: 401,
    message: "A token is needed: Authorization: Bearer <token>.",
    headers: { "www-authenticate": `Bearer realm="sopwith", error="invalid_token"${hint}` },
  };
}

/** For a request of one caller too many. */
export function tooMany(seconds: number): HttpRefusal {
  return {
    status: 429,
    message: `Too many requests; try again in ${seconds} s.`,
    headers: { "retry-after": String(seconds) },
  };
}
