/**
 * Our client as the conformance suite starts it: `client.ts <url>`, with the scenario's name in the environment. It goes
 * through the same parts as a project: servers, registry, gateway, sign-in.
 */
import { openMcpServers } from "../../src/mcp/client/open-mcp-servers.ts";
import type { McpServers } from "../../src/mcp/client/mcp-servers.ts";
import type { McpHttpServer, McpServerConfig } from "../../src/mcp/mcp-server-config.ts";
import { createGateway } from "../../src/tools/gateway/gateway.ts";
import type { ToolOutcome } from "../../src/tools/tool-outcome.ts";
import { createToolRegistry } from "../../src/tools/tool-registry.ts";
import { openSignIn } from "./client-sign-in.ts";

const SERVER = "suite";
/** Describes us where an authorization server takes a URL for a client's id. */
const CLIENT_METADATA_URL = "https://conformance-test.local/client-metadata.json";

type Call = (tool: string, input?: unknown) => Promise<ToolOutcome>;

interface Scene {
  readonly servers: McpServers;
  readonly call: Call;
}

/** What we do in each scenario once the tools are listed. */
const scenes: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  initialize: async () => undefined,
  "request-metadata": async () => undefined,
  "json-schema-ref-no-deref": async () => undefined,
  tools_call: async ({ call }) => await call("add_numbers", { a: 5, b: 3 }),
  "elicitation-sep1034-client-defaults": async ({ call }) => await call("test_client_elicitation_defaults"),
  "sse-retry": async ({ call }) => await call("test_reconnection"),
  "json-schema-2020-12-preservation": async ({ servers, call }) => {
    const focal = servers.listed(SERVER).find((tool) => tool.name === "json_schema_2020_12_tool");
    return await call("json_schema_echo", { schema: focal?.inputSchema });
  },
  "sep-2322-client-request-state": async ({ call }) => {
    for (const name of ["echo_state", "no_state", "unrelated", "no_result_type"]) await call(`test_mrtr_${name}`);
  },
  "http-standard-headers": async ({ servers, call }) => {
    await call(servers.listed(SERVER)[0]?.name ?? "");
    const [resource] = await servers.resources(SERVER);
    await servers.readResource(SERVER, resource?.uri ?? "");
    const [prompt] = await servers.prompts(SERVER);
    await servers.getPrompt(SERVER, prompt?.name ?? "");
  },
  "http-custom-headers": async ({ call }) => {
    for (const { name, arguments: input } of readContext().toolCalls ?? []) await call(name, input);
  },
  "http-invalid-tool-headers": async ({ servers, call }) => {
    for (const tool of servers.tools(SERVER)) await call(tool.name.slice(SERVER.length + 1), { region: "us-west1" });
  },
};

interface Context {
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: unknown }[];
}

function readContext(): Context {
  return JSON.parse(process.env["MCP_CONFORMANCE_CONTEXT"] ?? "{}") as Context;
}

async function play(scenario: string, url: string): Promise<void> {
  const { client_id: clientId, client_secret: clientSecret } = readContext();
  const http: McpHttpServer = {
    url,
    oauth: {
      clientMetadataUrl: CLIENT_METADATA_URL,
      ...(clientId !== undefined && { clientId }),
      ...(clientSecret !== undefined && { clientSecret }),
      ...(scenario === "auth/client-credentials-basic" && { grant: "client_credentials" as const }),
    },
  };
  const config: McpServerConfig = {
    ...http,
    required: true,
    startTimeoutMs: 120_000,
    // The suite's tools do nothing; ours to say, since it is our config.
    effects: { "*": "read" },
    era: process.env["MCP_CONFORMANCE_PROTOCOL_VERSION"] === "2026-07-28" ? "auto" : "legacy",
  };
  const servers = await openMcpServers({
    servers: { [SERVER]: config },
    signIn: openSignIn(scenario),
    onQuestion: () => ({
      action: "accept",
      content: scenario === "sep-2322-client-request-state" ? { confirmed: true } : {},
    }),
  });
  try {
    await servers.ready();
    const registry = createToolRegistry();
    servers.attach(registry);
    const gateway = createGateway({ registry });
    let calls = 0;
    const call: Call = async (tool, input = {}) => {
      calls += 1;
      const outcome = await gateway.call(
        { callId: `call-${calls}`, tool: `${SERVER}/${tool}`, input },
        { caller: { run: "conformance", thread: "conformance", node: "conformance" }, locale: "en" },
      );
      process.stderr.write(`${tool}: ${JSON.stringify(outcome)}\n`);
      return outcome;
    };
    const scene = scenes[scenario] ?? (async () => await call("test-tool"));
    await scene({ servers, call });
  } finally {
    await servers.close();
  }
}

const scenario = process.env["MCP_CONFORMANCE_SCENARIO"] ?? "";
const url = process.argv[2] ?? "";
try {
  await play(scenario, url);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
}
