import type { Transport } from "@modelcontextprotocol/client";
import {
  defaultMessageBytes,
  isStdioServer,
  type McpHttpServer,
  type McpServerConfig,
  type McpServerOptions,
} from "../mcp-server-config.ts";
import { heedComeBack } from "./come-back.ts";
import { limitBodies } from "./limit-bodies.ts";
import { loadSdk } from "./load-sdk.ts";
import { loosenMessage } from "./loosen-message.ts";
import type { McpSignInSession } from "./mcp-sign-in.ts";
import { settleStreams } from "./settle-streams.ts";
import { StdioTransport } from "./stdio-transport.ts";

/** How a server is reached once, before anything is said to it. */
export interface OpenedTransport {
  readonly transport: Transport;
  /** Present for a server that is our child. */
  readonly child?: StdioTransport;
  /** HTTP status of the last answer, over HTTP: the SDK does not say it in every error. */
  readonly lastStatus?: () => number | undefined;
}

/** Makes the transport of a server; nothing is started. `kind` is for servers over HTTP. */
export async function openTransport(
  config: McpServerConfig,
  { session, kind = "http" }: { readonly session?: McpSignInSession | undefined; readonly kind?: "http" | "sse" } = {},
): Promise<OpenedTransport> {
  if (isStdioServer(config)) {
    const child = new StdioTransport(config);
    return { transport: loosen(child), child };
  }
  let status: number | undefined;
  const send: Send = async (url, init) => {
    const response = await (session?.fetch ?? fetch)(url, init);
    ({ status } = response);
    return response;
  };
  return { transport: await openHttp(config, kind, send), lastStatus: () => status };
}

type Send = McpSignInSession["fetch"];

async function openHttp(
  config: McpHttpServer & McpServerOptions,
  kind: "http" | "sse",
  send: Send,
): Promise<Transport> {
  const { StreamableHTTPClientTransport, SSEClientTransport } = await loadSdk();
  const url = new URL(config.url);
  const limited = limitBodies(heedComeBack(send), config.maxMessageBytes ?? defaultMessageBytes);
  const options = {
    fetch: limited.fetch,
    ...(config.headers && { requestInit: { headers: { ...config.headers } } }),
  };
  if (kind === "sse") return loosen(new SSEClientTransport(url, options));
  return settleStreams(loosen(new StreamableHTTPClientTransport(url, options)), limited.takeProblem);
}

/** The SDK calls what was there before it, with the same message, before it looks at the message itself. */
function loosen(transport: Transport): Transport {
  return Object.assign(transport, { onmessage: loosenMessage });
}
