import {
  CLIENT_INFO_META_KEY,
  type Implementation,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { kindsOf } from "./with-client.ts";

/** Who calls over MCP. */
export interface McpCaller {
  /** The user whose token came with the request; absent where nobody is asked for one. */
  readonly user: string | undefined;
  /** What the client calls itself, cut down to plain characters. Nobody checked it. */
  readonly client: string;
  /** Whether the client can ask its user with a form. */
  readonly asks: boolean;
}

/** Reads who calls: from the request in the newer protocol, from the handshake in the older. */
export function callerOf(server: Server, context: ServerContext): McpCaller {
  const envelope: { readonly [CLIENT_INFO_META_KEY]?: Implementation } | undefined = context.mcpReq.envelope;
  const info = envelope?.[CLIENT_INFO_META_KEY] ?? server.getClientVersion();
  return { user: userOf(context), client: plainName(info?.name), asks: kindsOf(server, context).form };
}

/** The user whose token came with the request. */
export function userOf({ http }: ServerContext): string | undefined {
  return http?.authInfo?.clientId;
}

/** The agent as which a caller's calls are checked and recorded. */
export function agentOf({ client }: McpCaller): string {
  return `mcp/${client}`;
}

/** Who decided, for the record. */
export function deciderOf({ user, client }: McpCaller): string {
  return user ?? `MCP client ${client}`;
}

function plainName(name: unknown): string {
  const plain = typeof name === "string" ? name.replace(/[^A-Za-z0-9._-]+/g, "-").slice(0, 64) : "";
  return plain === "" ? "unknown" : plain;
}
