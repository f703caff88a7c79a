import type { McpSignIn } from "../../src/mcp/client/mcp-sign-in.ts";
import { createOAuthSignIn } from "../../src/mcp/client/oauth-sign-in.ts";

/** The suite's servers in these scenarios do not answer the question which era they speak; it is answered for them. */
const WITHOUT_DISCOVER: readonly string[] = [
  "http-standard-headers",
  "http-custom-headers",
  "http-invalid-tool-headers",
  "sep-2322-client-request-state",
];

/** Signs in as a person would who agrees to everything at once. */
export function openSignIn(scenario: string): McpSignIn {
  if (WITHOUT_DISCOVER.includes(scenario)) return { open: () => ({ fetch: answerDiscover, close: () => undefined }) };
  return createOAuthSignIn({
    openPage: async ({ url }) => {
      const page = await fetch(url, { redirect: "manual" });
      const back = page.headers.get("location");
      if (back === null) throw new Error(`the page answered ${page.status}`);
      await (await fetch(back)).text();
    },
  });
}

async function answerDiscover(url: string | URL, init?: RequestInit): Promise<Response> {
  const request = typeof init?.body === "string" ? (JSON.parse(init.body) as { method?: string; id?: unknown }) : {};
  if (request.method !== "server/discover") return await fetch(url, init);
  const result = {
    supportedVersions: ["2026-07-28"],
    capabilities: { tools: { listChanged: true }, resources: {}, prompts: {} },
    _meta: { "io.modelcontextprotocol/serverInfo": { name: "suite", version: "1.0.0" } },
  };
  return Response.json({ jsonrpc: "2.0", id: request.id, result });
}
