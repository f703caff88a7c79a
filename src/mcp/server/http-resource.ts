import type { IncomingMessage, ServerResponse } from "node:http";
import type { McpServeHttpConfig } from "./serve-config.ts";

/** Where the protocol is spoken. */
export const MCP_PATH = "/mcp";

/** Where clients read who issues tokens for it (RFC 9728), for an address with a path and for one without. */
const metadataPaths: readonly string[] = [
  `/.well-known/oauth-protected-resource${MCP_PATH}`,
  "/.well-known/oauth-protected-resource",
];

/** The address of the server as the sender of a request knows it. */
export function resourceOf({ headers, socket }: IncomingMessage, { publicUrl }: McpServeHttpConfig): string {
  return publicUrl ?? `http://${headers.host ?? `127.0.0.1:${socket.localPort}`}${MCP_PATH}`;
}

/** What a refused client is told of where to sign in: nothing where no authorization server is named. */
export function signInHint(request: IncomingMessage, http: McpServeHttpConfig): string {
  if (!http.authorizationServers?.length) return "";
  const url = new URL(resourceOf(request, http));
  return `, resource_metadata="${url.origin}${metadataPaths[0]}"`;
}

/** Answers the question who issues tokens; false when something else was asked. */
export function answerMetadata(
  request: IncomingMessage,
  response: ServerResponse,
  { path, http }: { readonly path: string; readonly http: McpServeHttpConfig },
): boolean {
  if (!http.authorizationServers?.length || request.method !== "GET" || !metadataPaths.includes(path)) return false;
  response.writeHead(200, { "content-type": "application/json", "cache-control": "max-age=300" });
  response.end(
    JSON.stringify({
      resource: resourceOf(request, http),
      authorization_servers: http.authorizationServers,
      bearer_methods_supported: ["header"],
    }),
  );
  return true;
}
