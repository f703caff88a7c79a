import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type Implementation,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";

/** Who calls over MCP. */
export interface McpCaller {
  /** The user whose token came with the request; absent where nobody is asked for one. */
  readonly user: string | undefined;
  /** What the client calls itself, cut down to plain characters. Nobody checked it. */
  readonly client: string;
  /** Whether the client can ask its user with a form. */
  readonly asks: boolean;
}

/** What the newer protocol says with each request. */
interface Envelope {
  readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities;
  readonly [CLIENT_INFO_META_KEY]?: Implementation;
}

/** Reads who calls: from the request in the newer protocol, from the handshake in the older. */
export function callerOf(server: Server, context: ServerContext): McpCaller {
  const envelope: Envelope | undefined = context.mcpReq.envelope;
  const capabilities = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities();
  const info = envelope?.[CLIENT_INFO_META_KEY] ?? server.getClientVersion();
  const elicitation = capabilities?.elicitation;
  return {
    user: userOf(context),
    client: plainName(info?.name),
    // Without a word on the mode, forms are meant.
    asks: elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined),
  };
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
