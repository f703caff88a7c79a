import { expect, test } from "vitest";
import type { McpServerConfig } from "../../../src/mcp/mcp-server-config.ts";
import { describeStartDetails, toStartFacts } from "../../../src/mcp/trust/start-facts.ts";

const hash = expect.stringMatching(/^[^=]+=sha256:[0-9a-f]{32}$/) as string;

function env(values: Readonly<Record<string, string>>): unknown {
  return (toStartFacts({ command: "x", env: values }) as { readonly env: unknown }).env;
}

test.each<[string, Readonly<Record<string, string>>, string]>([
  ["a reference as it is written", { TOKEN: "${API_TOKEN}" }, "TOKEN=${API_TOKEN}"],
  ["what loads code as it is written", { NODE_OPTIONS: "-r ./a.cjs" }, "NODE_OPTIONS=-r ./a.cjs"],
  ["what npm hands on as it is written", { npm_config_node_options: "-r a" }, "npm_config_node_options=-r a"],
  ["a secret as a hash", { TOKEN: "s3cret" }, hash],
  ["a reference with a default as a hash", { TOKEN: "${API_TOKEN:-s3cret}" }, hash],
  ["what only looks like a reference as a hash", { TOKEN: "$${s3cret}" }, hash],
  ["a secret with the name of a loader as a hash", { RUBYGEMS_API_KEY: "s3cret" }, hash],
  ["npm's password as a hash", { npm_config__auth: "s3cret" }, hash],
])("keeps %s", (_what, values, kept) => {
  expect(env(values)).toEqual([kept]);
  expect(JSON.stringify(env(values))).not.toContain("s3cret");
});

test.each<[string, McpServerConfig, McpServerConfig]>([
  ["a variable", { command: "x", env: { A: "1" } }, { command: "x", env: { A: "2" } }],
  [
    "a variable that is inherited in place of set",
    { command: "x", env: { A: "1" } },
    { command: "x", inheritEnv: ["A"] },
  ],
  [
    "variables that swap their values",
    { command: "x", env: { A: "1", B: "2" } },
    { command: "x", env: { A: "2", B: "1" } },
  ],
  ["a default", { command: "x", env: { A: "${B:-1}" } }, { command: "x", env: { A: "${B:-2}" } }],
  ["a header", { url: "http://x", headers: { A: "1" } }, { url: "http://x", headers: { A: "2" } }],
  [
    "the variable in a header",
    { url: "http://x", headers: { A: "Bearer ${B}" } },
    { url: "http://x", headers: { A: "Bearer ${C}" } },
  ],
  ["who we are when we sign in", { url: "http://x", oauth: { clientId: "a" } }, { url: "http://x", oauth: {} }],
  [
    "what is asked for when we sign in",
    { url: "http://x", oauth: { scopes: ["read"] } },
    { url: "http://x", oauth: { scopes: ["read", "write"] } },
  ],
])("another value of %s is another start", (_what, before, now) => {
  expect(toStartFacts(now)).not.toEqual(toStartFacts(before));
});

test("shows a reference in a header as it is written, and no literal value", () => {
  const headers = { Authorization: "Bearer ${TOKEN}", "X-Key": "s3cret" };
  expect(describeStartDetails(toStartFacts({ url: "http://x", headers }))).toEqual([
    expect.stringMatching(/^headers: Authorization=Bearer \$\{TOKEN\}, X-Key=sha256:[0-9a-f]{32}$/),
  ]);
});

test("shows how we sign in, but for the secret; an entry without it is what it was", () => {
  const oauth = {
    grant: "client_credentials",
    clientId: "us",
    clientSecret: "s3cret",
    scopes: ["read", "write"],
  } as const;
  expect(describeStartDetails(toStartFacts({ url: "http://x", oauth }))).toEqual([
    expect.stringMatching(
      /^signing in: clientId=us, clientSecret=sha256:[0-9a-f]{32}, grant=client_credentials, scopes=read write$/,
    ),
  ]);
  expect(toStartFacts({ url: "http://x" })).toEqual({ url: "http://x", type: "http", headers: [] });
});
