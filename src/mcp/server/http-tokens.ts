import { hash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Awaitable } from "../../base/awaitable.ts";
import { resourceOf } from "./http-resource.ts";
import type { McpServeHttpConfig } from "./serve-config.ts";
import { serveNeedsToken, serveTokenUnusable } from "./serve-errors.ts";
import type { ServeMcpOptions } from "./mcp-served.ts";

/** Finds out whose token came with a request. */
export interface HttpTokens {
  /** False where nobody is asked for a token. */
  readonly required: boolean;
  /** The user whose token it is; `undefined` for none, or one that is not known. */
  userOf(request: IncomingMessage): Awaitable<string | undefined>;
}

/** A shorter one could be guessed. */
const shortestToken = 16;
const ownHosts: readonly string[] = ["127.0.0.1", "localhost", "::1", "[::1]"];

/**
 * Reads the tokens that the config names.
 * @throws `MCP_SERVE_TOKEN` for one that is missing or short, `MCP_SERVE_OPEN` for an open address without any
 */
export function readTokens(
  http: McpServeHttpConfig,
  { env = process.env, identify }: Pick<ServeMcpOptions, "env" | "identify">,
): HttpTokens {
  const { tokens = {}, host = "127.0.0.1", authorizationServers } = http;
  const users = Object.entries(tokens).map(([user, variable]) => {
    const token = env[variable] ?? "";
    if (token === "") throw serveTokenUnusable(user, variable, "is not set");
    if (token.length < shortestToken)
      throw serveTokenUnusable(user, variable, `has ${token.length} characters, at least ${shortestToken} are needed`);
    return { user, digest: digestOf(token) };
  });
  // Who names a place to sign in means that people have to, though nobody may be there yet to check what they bring.
  const required = users.length > 0 || identify !== undefined || (authorizationServers?.length ?? 0) > 0;
  if (!required && !ownHosts.includes(host)) throw serveNeedsToken(host);
  return {
    required,
    userOf: (request) => {
      const given = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? "")?.[1];
      if (given === undefined) return undefined;
      const digest = digestOf(given);
      // All are compared, so that the time says nothing of which came near.
      const matching = users.filter((entry) => timingSafeEqual(entry.digest, digest));
      return matching[0]?.user ?? identify?.(given, { resource: resourceOf(request, http) });
    },
  };
}

function digestOf(token: string): Buffer {
  return hash("sha256", token, "buffer");
}
