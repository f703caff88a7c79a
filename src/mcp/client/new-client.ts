import type { Client, ClientCapabilities, ElicitResult } from "@modelcontextprotocol/client";
import { isStdioServer, type McpServerConfig } from "../mcp-server-config.ts";
import type { McpSdk } from "./load-sdk.ts";
import type { McpSample, McpSampleRequest } from "./mcp-sampling.ts";
import { toRootUri } from "./root-uri.ts";

/** How we answer what a server asks of us. */
export interface ServerRequests {
  /** What a server wants to know of a person; outside of the answer to a call. */
  elicit(params: unknown, signal: AbortSignal): Promise<ElicitResult>;
  /** Absent where no server may have our model asked. */
  readonly sample?: ((request: McpSampleRequest) => Promise<McpSample>) | undefined;
}

/** What a client is made of. */
export interface NewClientParts {
  readonly config: McpServerConfig;
  readonly requests: ServerRequests;
  readonly era: "auto" | "legacy" | "modern";
  /** Ours. */
  readonly version: string;
  /** Told when the SDK has given up the stream on which a server tells of changes. */
  readonly onStreamLost: () => void;
}

/**
 * How long a child may think about which era it speaks, in ms: many of the old one say nothing to a question they do not
 * know. Over HTTP there is always an answer, so that only a busy machine is waited for.
 */
const probeMs = 3000;
/** The revision in which servers no longer keep a state of us. */
const modernRevision = "2026-07-28";

/** A client of the SDK that offers what the config allows, and answers it. */
export function newClient(sdk: McpSdk, { config, requests, era, version, onStreamLost }: NewClientParts): Client {
  const { roots, startTimeoutMs = 10_000 } = config;
  const samples = config.sampling === true && requests.sample !== undefined;
  const capabilities: ClientCapabilities = {
    elicitation: { form: { applyDefaults: true }, url: {} },
    ...(roots && roots.length > 0 && { roots: {} }),
    ...(samples && { sampling: {} }),
  };
  const client = new sdk.Client(
    { name: "sopwith", version },
    {
      capabilities,
      versionNegotiation: {
        mode: era === "modern" ? { pin: modernRevision } : era,
        probe: { timeoutMs: isStdioServer(config) ? Math.min(probeMs, startTimeoutMs / 2) : startTimeoutMs / 2 },
      },
    },
  );
  client.setRequestHandler("elicitation/create", (request, { mcpReq }) =>
    requests.elicit(request.params, mcpReq.signal),
  );
  if (capabilities.roots) client.setRequestHandler("roots/list", () => listRoots(roots ?? []));
  if (samples)
    client.setRequestHandler("sampling/createMessage", async ({ params }, { mcpReq }) => {
      const { messages, systemPrompt, maxTokens } = params;
      const answer = await requests.sample!({ messages, systemPrompt, maxTokens, signal: mcpReq.signal });
      return { role: "assistant", content: { type: "text", text: answer.text }, model: answer.model };
    });
  // What an SDK complains about in passing has no reader; what matters comes as the end of a call or of the connection,
  // but for this.
  const onerror = ({ message }: Error): void => {
    if (message.startsWith("Maximum reconnection attempts")) onStreamLost();
  };
  return Object.assign(client, { onerror });
}

/** The folders that a server may work in, as it wants them. */
export function listRoots(roots: readonly string[]): { roots: { uri: string }[] } {
  return { roots: roots.map((folder) => ({ uri: toRootUri(folder) })) };
}
