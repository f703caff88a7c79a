import { existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { temporaryProject } from "../project/temporary-project.ts";
import { runSopwith } from "./run-sopwith.ts";

const manifest = {
  name: "@ada/desk",
  version: "1.2.0",
  type: "module",
  description: "Answers questions about events.",
  repository: { type: "git", url: "git+https://github.com/ada/desk.git" },
  bin: "serve.mjs",
};
const described = {
  $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  name: "io.github.ada/desk",
  description: "Answers questions about events.",
  version: "1.2.0",
  repository: { url: "https://github.com/ada/desk", source: "github" },
  packages: [
    {
      registryType: "npm",
      identifier: "@ada/desk",
      version: "1.2.0",
      runtimeHint: "npx",
      transport: { type: "stdio" },
    },
  ],
};

function deskProject(more: object = {}, files: Readonly<Record<string, string>> = {}): string {
  return temporaryProject({ "package.json": JSON.stringify({ ...manifest, ...more }), ...files });
}

/** A registry that answers so, and what it was sent. */
async function openRegistry(
  status: number,
  answer: object,
): Promise<{ readonly url: string; readonly seen: { path: string; body: unknown; headers: IncomingHttpHeaders }[] }> {
  const seen: { path: string; body: unknown; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((request, response) => {
    request.setEncoding("utf8");
    let text = "";
    request.on("data", (part: string) => (text += part));
    request.on("end", () => {
      seen.push({ path: request.url ?? "", body: JSON.parse(text), headers: request.headers });
      response.writeHead(status, { "content-type": "application/json", location: "http://127.0.0.1:1/" });
      response.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

afterEach(() => {
  delete process.env["MCP_REGISTRY_TOKEN"];
});

test("prints the entry of a project, or writes it to a file", async () => {
  const folder = deskProject();
  const { code, stdout, stderr } = await runSopwith(folder, "mcp", "describe");
  expect({ code, stderr, entry: JSON.parse(stdout) as unknown }).toEqual({ code: 0, stderr: "", entry: described });
  expect(await runSopwith(folder, "mcp", "describe", "--out", "server.json")).toEqual({
    code: 0,
    stdout: "Wrote server.json: io.github.ada/desk 1.2.0.\n",
    stderr: "",
  });
  expect(JSON.parse(readFileSync(join(folder, "server.json"), "utf8"))).toEqual(described);
});

test("declares the variables that the project reads, and where it is reached", async () => {
  const folder = deskProject(
    { mcpName: "org.example/desk" },
    {
      "sopwith.config.ts": `export default {
        secrets: ["DESK_KEY"],
        mcpServers: { tickets: { url: "https://t.example/mcp", headers: { Authorization: "Bearer \${TICKETS}", Zone: "\${ZONE:-eu}" } } },
        mcpServe: { name: "Event desk", http: { publicUrl: "https://desk.example/mcp", tokens: { ana: "ANA_TOKEN" } } },
      };`,
    },
  );
  const { stdout } = await runSopwith(folder, "mcp", "describe");
  expect(JSON.parse(stdout)).toMatchObject({
    name: "org.example/desk",
    title: "Event desk",
    packages: [
      {
        environmentVariables: [
          { name: "DESK_KEY", isRequired: true, isSecret: true },
          { name: "TICKETS", isRequired: true, isSecret: true },
          { name: "ZONE", isRequired: false, isSecret: true },
        ],
      },
    ],
    remotes: [
      {
        type: "streamable-http",
        url: "https://desk.example/mcp",
        headers: [{ name: "Authorization", isRequired: true, isSecret: true, value: "Bearer {token}" }],
      },
    ],
  });
});

test("says at once all that a registry would not take", async () => {
  const folder = deskProject({
    repository: undefined,
    version: "^1.0.0",
    description: "x".repeat(101),
    bin: undefined,
  });
  const { code, stdout, stderr } = await runSopwith(folder, "mcp", "describe");
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain("MCP_DESCRIBE  The project cannot be described to a registry: 4 mistakes.");
  for (const words of [
    '"name": expected a name in reverse-DNS form',
    'Write "mcpName": "io.github.<you>/<name>" into package.json.',
    '"description": expected at most 100 characters',
    '"version": expected one version, not a range',
  ])
    expect(stderr).toContain(words);
  const hidden = deskProject({ private: true });
  expect((await runSopwith(hidden, "mcp", "describe")).stderr).toContain("nothing says how the server is installed");
});

test("publishes the entry with the token of the environment, and to nobody else", async () => {
  const folder = deskProject();
  const registry = await openRegistry(200, { server: described });
  expect(await runSopwith(folder, "mcp", "describe", "--publish", registry.url)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("MCP_REGISTRY_TOKEN"),
  });
  process.env["MCP_REGISTRY_TOKEN"] = "hush-hush";
  expect(await runSopwith(folder, "mcp", "describe", "--publish", registry.url)).toEqual({
    code: 0,
    stdout: `Published io.github.ada/desk 1.2.0 at ${registry.url}/v0.1/publish\n`,
    stderr: "",
  });
  expect(registry.seen).toMatchObject([
    { path: "/v0.1/publish", body: described, headers: { authorization: "Bearer hush-hush" } },
  ]);
  expect(existsSync(join(folder, "server.json"))).toBe(false);
});

test.each<[status: number, words: string]>([
  [403, "the token gives no right to this name (HTTP status 403)"],
  [302, "it sends us elsewhere (HTTP status 302), and the token goes nowhere else"],
  [422, "it answered with HTTP status 422"],
])("says why a registry refuses, without the token: %i", async (status, words) => {
  const answer = {
    title: "Unprocessable",
    detail: "bad\u001b[31m hush-hush",
    errors: [{ message: "the version exists" }],
  };
  const registry = await openRegistry(status, answer);
  process.env["MCP_REGISTRY_TOKEN"] = "hush-hush";
  const { code, stderr } = await runSopwith(deskProject(), "mcp", "describe", "--publish", registry.url);
  expect(code).toBe(1);
  expect(stderr).toContain(`MCP_PUBLISH  The entry was not published at ${registry.url}/v0.1/publish: ${words}.`);
  expect(stderr).toContain("Seen: Unprocessable: bad [token]: the version exists");
});

test("a token goes to no address that is not https", async () => {
  process.env["MCP_REGISTRY_TOKEN"] = "hush-hush";
  expect(await runSopwith(deskProject(), "mcp", "describe", "--publish", "http://servers.example")).toMatchObject({
    stderr: expect.stringContaining("a token goes to https addresses only"),
  });
});
