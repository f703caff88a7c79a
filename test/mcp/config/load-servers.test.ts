import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { formatDiagnostic } from "../../../src/base/errors.ts";
import { addServer } from "../../../src/mcp/config/add-server.ts";
import { type ConfiguredServers, loadServers, type McpServersSetting } from "../../../src/mcp/config/load-servers.ts";

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "sopwith-servers-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

function load(folder: string, setting?: McpServersSetting): Promise<ConfiguredServers> {
  return loadServers({ folder, setting, configFile: join(folder, "sopwith.config.ts") });
}

const files = { command: "npx", args: ["-y", "server-filesystem", "."] };

test("a project without servers has none, and none is read", async () => {
  const folder = folderWith({});
  expect(await load(folder)).toEqual({
    servers: {},
    files: new Map(),
    diagnostics: [],
    ownFile: join(folder, "mcp.json"),
  });
});

test("takes the config's servers, and those of mcp.json beside it", async () => {
  const folder = folderWith({ "mcp.json": JSON.stringify({ mcpServers: { files } }) });
  const { servers, files: places } = await load(folder, { web: { url: "https://example.org/mcp" } });
  expect(servers).toEqual({ web: { url: "https://example.org/mcp" }, files });
  expect(Object.fromEntries(places)).toEqual({
    web: join(folder, "sopwith.config.ts"),
    files: join(folder, "mcp.json"),
  });
});

test("a config that names a file takes that one in place of mcp.json", async () => {
  const folder = folderWith({ "mcp.json": "broken", "other.json": JSON.stringify({ servers: { files } }) });
  expect(await load(folder, "./other.json")).toMatchObject({ servers: { files }, ownFile: join(folder, "other.json") });
});

test("refuses a name that stands in two places, and a named file that is not there", async () => {
  const folder = folderWith({ "mcp.json": JSON.stringify({ mcpServers: { files } }) });
  await expect(load(folder, { Files: files })).rejects.toMatchObject({ code: "MCP_SERVERS_FILE" });
  await expect(load(folder, { files })).rejects.toMatchObject({
    code: "MCP_SERVERS_FILE",
    message: expect.stringContaining('"files" is configured twice'),
  });
  await expect(load(folder, ["mcp.json", "gone.json"])).rejects.toMatchObject({
    code: "MCP_SERVERS_FILE",
    details: ["Seen: there is no such file"],
  });
});

const forms: readonly (readonly [string, unknown, unknown])[] = [
  [
    "Claude, Cursor",
    { mcpServers: { a: { type: "stdio", ...files, env: { K: "${env:K}" } } } },
    { ...files, env: { K: "${K}" } },
  ],
  [
    "VS Code",
    { servers: { a: { type: "http", url: "https://e.org/mcp" } } },
    { type: "http", url: "https://e.org/mcp" },
  ],
  ["Zed", { context_servers: { a: files } }, files],
  ["settings of VS Code", { mcp: { servers: { a: files } } }, files],
  [
    "opencode",
    { mcp: { a: { type: "local", command: ["npx", "x"], environment: { A: "1" }, enabled: false } } },
    { command: "npx", args: ["x"], env: { A: "1" }, disabled: true },
  ],
  [
    "Gemini",
    { mcpServers: { a: { httpUrl: "https://e.org", includeTools: ["x"], excludeTools: ["y"] } } },
    { url: "https://e.org", tools: { allow: ["x"], deny: ["y"] } },
  ],
  [
    "Windsurf",
    { mcpServers: { a: { serverUrl: "https://e.org", type: "streamable-http" } } },
    { url: "https://e.org", type: "http" },
  ],
];
test.each(forms)("reads the form of %s", async (_host, written, expected) => {
  const folder = folderWith({ "mcp.json": JSON.stringify(written) });
  expect(await load(folder)).toMatchObject({ servers: { a: expected }, diagnostics: [] });
});

test("reads comments and trailing commas as editors write them", async () => {
  const folder = folderWith({ "mcp.json": '{\n// ours\n"servers": { "a": { "command": "x", }, },\n}' });
  expect((await load(folder)).servers).toEqual({ a: { command: "x" } });
});

test("tells what was not taken over, with the line of the server", async () => {
  const entry = { command: "x", autoApprove: ["*"], timeout: 60, efects: {} };
  const folder = folderWith({
    "mcp.json": JSON.stringify({ inputs: [], mcpServers: { "my files": entry } }, undefined, 2),
  });
  const { servers, diagnostics } = await load(folder);
  expect(servers).toEqual({ "my-files": { command: "x" } });
  expect(diagnostics.map((fault) => formatDiagnostic(fault).replaceAll(`${folder}/`, ""))).toEqual([
    "mcp.json warning MCP_NOT_TAKEN_OVER  `inputs` are not asked for here.\n  Write ${NAME} and set NAME in the environment or in .env.",
    'mcp.json:4 warning MCP_NOT_TAKEN_OVER  "my files" is called "my-files" here, since the name stands before its tools.',
    'mcp.json:4 warning MCP_NOT_TAKEN_OVER  "autoApprove" of "my files" is not taken over: what a tool may do without a person is said by `effects`.\n  Write "effects": { "<tool>": "read" } for those that only look.',
    'mcp.json:4 warning MCP_NOT_TAKEN_OVER  "timeout" of "my files" means nothing here and is not taken over.\n  Is "timeoutMs" meant?',
    'mcp.json:4 warning MCP_NOT_TAKEN_OVER  "efects" of "my files" means nothing here and is not taken over.\n  Is "effects" meant?',
  ]);
});

test("lists every mistake of a file at once", async () => {
  const table = {
    a: { command: "x", url: "https://e.org" },
    b: { comand: "x" },
    sop: files,
    c: { command: "x", args: "y", env: { A: 1 }, timeoutMs: 0, effects: { "*": "none" }, headers: {} },
    d: { url: "ftp://e.org", headers: { Authorization: "Bearer ${input:token}" } },
    e: 3,
    B: { command: "x" },
    Skill: files,
  };
  const folder = folderWith({ "mcp.json": JSON.stringify({ mcpServers: table }) });
  const error = await load(folder).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "MCP_SERVERS_FILE", message: expect.stringContaining("13 mistakes") });
  const { diagnostics } = error as { diagnostics: readonly { message: string }[] };
  expect(diagnostics.map(({ message }) => message)).toEqual([
    '"d.headers.Authorization": ${input:token} would be asked for at each start, which is not done here.',
    '"a": It has both a `command` and a `url`.',
    '"b": It has neither a `command` nor a `url`.',
    '"sop": The namespace "sop" belongs to Sopwith: a server cannot be called so.',
    '"c.args": expected a list of texts, seen y.',
    '"c.env.A": expected a text, seen 1.',
    '"c.timeoutMs": expected a number of ms above 0, seen 0.',
    '"c.effects.*": expected "read", "write" or "destructive", seen none.',
    '"c.headers": "headers" is for a server that is reached by `url`.',
    '"d.url": expected an address that begins with http:// or https://, seen ftp://e.org.',
    '"e": expected an object, seen 3.',
    '"B": It cannot be told from "b": they differ in case or repeated separators only.',
    '"Skill": The namespace "Skill" belongs to Sopwith: a server cannot be called so.',
    '"comand" of "b" means nothing here and is not taken over.',
  ]);
});

test.each(["{", "[]", '{"mcpServers": []}', '{"mcpServers": {"a": {"command": \'x\'}}}'])(
  "refuses %s as a file of servers",
  async (text) => {
    await expect(load(folderWith({ "mcp.json": text }))).rejects.toMatchObject({ code: "MCP_SERVERS_FILE" });
  },
);

test("adds a server to a file and keeps all else that stands in it", async () => {
  const folder = folderWith({ "a.json": JSON.stringify({ inputs: [1], servers: { web: { url: "https://e.org" } } }) });
  await addServer(join(folder, "a.json"), "files", { command: "npx" });
  expect(JSON.parse(readFileSync(join(folder, "a.json"), "utf8"))).toEqual({
    inputs: [1],
    servers: { web: { url: "https://e.org" }, files: { command: "npx" } },
  });
  await addServer(join(folder, "new.json"), "files", { command: "npx" });
  expect(JSON.parse(readFileSync(join(folder, "new.json"), "utf8"))).toEqual({
    mcpServers: { files: { command: "npx" } },
  });
});

test("leaves a file with comments as it was, and says what to add by hand", async () => {
  const text = '{ // mine\n"mcpServers": {} }';
  const folder = folderWith({ "mcp.json": text });
  await expect(addServer(join(folder, "mcp.json"), "files", { command: "npx" })).rejects.toMatchObject({
    code: "MCP_SERVERS_FILE",
    hint: 'Add it by hand: {"files":{"command":"npx"}}',
  });
  expect(readFileSync(join(folder, "mcp.json"), "utf8")).toBe(text);
});
