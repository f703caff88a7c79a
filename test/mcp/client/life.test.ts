import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createOAuthSignIn } from "../../../src/mcp/client/oauth-sign-in.ts";
import { openMcpServers } from "../../../src/mcp/client/open-mcp-servers.ts";
import { isAlive } from "./is-alive.ts";
import { openServers, rawServer, stateWhere } from "./open-raw.ts";
import { peer } from "./peer.ts";

const tool = (name: string): object => ({ name, inputSchema: { type: "object" } });
const fine = { result: { content: [{ type: "text", text: "fine" }] } };

test("a server that dies in a call is started again; the call of a read is unavailable, of a write in doubt", async () => {
  const script = {
    pages: [[tool("read"), tool("write"), tool("ping")]],
    calls: { read: { exit: 7 }, write: { exit: 7 }, ping: fine },
  };
  const { servers, call, registry } = await openServers({
    servers: { raw: rawServer(script, { effects: { "*": "read", write: "write" } }) },
  });
  const before = registry.list();
  const { pid } = servers.state("raw")!;
  expect(await call("raw/read")).toMatchObject({
    status: "unavailable",
    code: "MCP_UNAVAILABLE",
    reason: 'The MCP server "raw" went away during the call: it ended with exit code 7.',
  });
  const again = await stateWhere(servers, "raw", ({ status, generation }) => status === "ready" && generation === 2);
  expect(again.pid).not.toBe(pid);
  expect(await call("raw/ping")).toMatchObject({ status: "ok", output: "fine" });
  expect(registry.list()).toBe(before);
  expect(await call("raw/write")).toMatchObject({ status: "in_doubt" });
});

test("while a server is down its calls fail at once, and say when it is tried again", async () => {
  const { servers, call } = await openServers({
    servers: { raw: rawServer({ pages: [[tool("t")]], calls: { t: { exit: 1 } } }) },
  });
  await call("raw/t");
  await stateWhere(servers, "raw", ({ status }) => status === "waiting");
  const outcome = await call("raw/t");
  expect(outcome).toMatchObject({ status: "unavailable", code: "MCP_UNAVAILABLE", retryAfterMs: expect.any(Number) });
  expect(outcome).toHaveProperty(
    "reason",
    expect.stringContaining("The process went away: it ended with exit code 1. It is tried again in "),
  );
});

test("a repeated read finds the server that was started again", async () => {
  const script = { pages: [[tool("t")]], calls: { t: { exit: 1 } } };
  const { servers, call } = await openServers({
    servers: { raw: rawServer(script, { retry: { maxAttempts: 3, backoffMs: 1 } }) },
  });
  expect(await call("raw/t")).toMatchObject({ status: "unavailable", attempts: 3 });
  expect(servers.state("raw")!.generation).toBeGreaterThan(1);
});

test("one dead server stops no other, and is said", async () => {
  const { servers, notices, call } = await openServers({
    servers: {
      good: rawServer({ pages: [[tool("t")]], calls: { t: fine } }),
      gone: { command: "/nowhere/server" },
      silent: rawServer({ silent: true }, { startTimeoutMs: 300 }),
      refused: { url: "http://127.0.0.1:1/mcp" },
      off: { command: "/nowhere/server", disabled: true },
    },
  });
  expect(await call("good/t")).toMatchObject({ status: "ok" });
  expect(servers.state("gone")).toMatchObject({ status: "failed", code: "MCP_START_FAILED" });
  expect(servers.state("off")).toMatchObject({ status: "disabled" });
  expect(Object.fromEntries(notices.map(({ server, message }) => [server, message]))).toEqual({
    gone: 'The command of the MCP server "gone" could not be started. Seen: spawn /nowhere/server ENOENT',
    refused: 'The MCP server "refused" is not connected: It could not be reached.',
    silent: 'The MCP server "silent" is not connected: It was not ready within 300 ms.',
  });
});

test("a server that sends us elsewhere, or wants a sign-in, is told as such", async () => {
  const away = createServer((request, response) => {
    request.resume();
    const challenge = 'Bearer resource_metadata="http://169.254.169.254/latest"';
    response.writeHead(request.url === "/away" ? 302 : 401, {
      location: "http://169.254.169.254/",
      "www-authenticate": challenge,
    });
    response.end();
  });
  await new Promise<void>((resolve) => {
    away.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => void away.close());
  const origin = `http://127.0.0.1:${(away.address() as AddressInfo).port}`;
  const { servers } = await openServers({
    servers: { away: { url: `${origin}/away` }, shut: { url: `${origin}/shut` } },
  });
  for (const era of ["legacy", "modern"] as const) {
    const pinned = await openServers({ servers: { away: { url: `${origin}/away`, era } } });
    expect(pinned.servers.state("away")?.problem).toContain("It answered with a redirect (HTTP status 302)");
  }
  const oauth = { grant: "client_credentials", clientId: "c", clientSecret: "s" } as const;
  const shut = { url: `${origin}/shut` };
  const own = await openServers({ servers: { own: { ...shut, oauth } }, signIn: createOAuthSignIn() });
  const person = await openServers({
    servers: { person: shut },
    signIn: createOAuthSignIn({ openPage: () => expect.unreachable() }),
  });
  const refused =
    "An MCP server sends us to http://169.254.169.254/latest, and we do not go there: no server has such an address.";
  expect(own.servers.state("own")).toMatchObject({ code: "MCP_ADDRESS_REFUSED", problem: refused });
  expect(person.servers.state("person")).toMatchObject({ code: "MCP_ADDRESS_REFUSED", problem: refused });
  expect([servers.state("away")?.problem, servers.state("shut")?.problem]).toEqual([
    'The MCP server "away" is not connected: It answered with a redirect (HTTP status 302), and those are followed to no other server. If it is meant so, give the address it leads to as `url`.',
    'The MCP server "shut" is not connected: It wants somebody to sign in (HTTP status 401).',
  ]);
});

test("a server that is required stops the start", async () => {
  const servers = await openMcpServers({ servers: { gone: { command: "/nowhere/server", required: true } } });
  await expect(servers.ready()).rejects.toMatchObject({
    code: "MCP_REQUIRED",
    details: ['gone: The command of the MCP server "gone" could not be started. Seen: spawn /nowhere/server ENOENT'],
  });
  await servers.close();
});

test("what a server started goes with it, when it is closed and when it dies", async () => {
  const script = { forks: true, stubborn: true, pages: [[tool("die")]], calls: { die: { exit: 0 } } };
  const { servers, call } = await openServers({ servers: { raw: rawServer(script) } });
  const sleeperOf = (lines: readonly string[] | undefined): number =>
    Number(lines?.find((line) => line.startsWith("forked "))?.split(" ")[1]);
  await expect.poll(() => sleeperOf(servers.state("raw")?.stderr)).toBeGreaterThan(0);
  const first = sleeperOf(servers.state("raw")?.stderr);
  expect(isAlive(first)).toBe(true);
  await call("raw/die");
  await stateWhere(servers, "raw", ({ status, generation }) => status === "ready" && generation === 2);
  await expect.poll(() => isAlive(first)).toBe(false);
  await expect.poll(() => sleeperOf(servers.state("raw")?.stderr)).toBeGreaterThan(0);
  const second = sleeperOf(servers.state("raw")?.stderr);
  const { pid } = servers.state("raw")!;
  await servers.close();
  expect([isAlive(pid!), isAlive(second)]).toEqual([false, false]);
  expect(servers.state("raw")).toMatchObject({ status: "stopped", tools: ["raw/die"] });
});

test("closing while a server starts, or while it is waited for, leaves nothing", async () => {
  const servers = await openMcpServers({
    servers: { silent: rawServer({ silent: true, forks: true }), gone: { url: "http://127.0.0.1:1/mcp" } },
  });
  const { promise: forked, resolve } = Promise.withResolvers<number>();
  const looking = setInterval(() => {
    const line = servers.state("silent")?.stderr.find((text) => text.startsWith("forked "));
    if (line !== undefined) resolve(Number(line.split(" ")[1]));
  }, 10);
  const sleeper = await forked;
  clearInterval(looking);
  await servers.close();
  await servers.close();
  await expect.poll(() => isAlive(sleeper)).toBe(false);
  expect(servers.states().map(({ status }) => status)).toEqual(["stopped", "stopped"]);
});

test("a child gets no secret of ours, but what the config lists and sets", async () => {
  process.env["SOPWITH_TEST_SECRET"] = "s3cret";
  process.env["SOPWITH_TEST_LISTED"] = "listed";
  const names = { a: "SOPWITH_TEST_SECRET", b: "SOPWITH_TEST_LISTED", c: "SET", d: "PATH" };
  const script = {
    pages: [Object.keys(names).map(tool)],
    calls: Object.fromEntries(Object.entries(names).map(([name, env]) => [name, { env }])),
  };
  const { call } = await openServers({
    servers: { raw: rawServer(script, { env: { SET: "set" }, inheritEnv: ["SOPWITH_TEST_LISTED"] }) },
  });
  const outputs = await Promise.all(["a", "b", "c", "d"].map((name) => call(`raw/${name}`)));
  expect(outputs.map((outcome) => outcome.status === "ok" && outcome.output)).toEqual([
    "(not set)",
    "listed",
    "set",
    process.env["PATH"],
  ]);
});

test("three changes at once end in the last list", async () => {
  const script = { pages: [[tool("grow")]], calls: { grow: { pages: [[tool("grow"), tool("grown")]], times: 3 } } };
  const { servers, call, registry } = await openServers({ servers: { raw: rawServer(script) } });
  const before = registry.generation;
  await call("raw/grow");
  await stateWhere(servers, "raw", ({ tools }) => tools.length === 2);
  expect(registry.list().map(({ name }) => name)).toEqual(["raw/grow", "raw/grown"]);
  expect(registry.generation).toBe(before + 1);
});

test("a server of the old era that ends at an unknown message is spoken to in the old way, and remembered", async () => {
  const kept = new Map<string, string>();
  const eras = {
    get: (key: string) => kept.get(key),
    set: (key: string, verdict: string) => void kept.set(key, verdict),
    delete: (key: string) => void kept.delete(key),
  };
  const server = rawServer({ diesAt: "server/discover", pages: [[tool("t")]] }, { era: "auto" });
  const first = await openServers({ servers: { raw: server }, eras });
  expect(first.servers.state("raw")).toMatchObject({ status: "ready", era: "legacy", protocol: "2025-06-18" });
  expect([...kept.values()]).toEqual([expect.stringMatching(/^legacy \d+$/)]);
  const second = await openServers({ servers: { raw: server }, eras });
  expect(second.servers.state("raw")).toMatchObject({ status: "ready", era: "legacy" });
});

test("tools that others have the names of are left out, the rest is taken", async () => {
  const { servers, registry, notices } = await openServers({
    servers: { raw: rawServer({ pages: [[tool("a"), tool("b")]] }) },
  });
  const other = { ...registry.get("raw/a")! };
  registry.replace([], 'MCP server "raw"');
  registry.add([other], "the project");
  servers.attach(registry);
  expect(registry.list().map(({ name }) => [name, registry.ownerOf(name)])).toEqual([
    ["raw/a", "the project"],
    ["raw/b", 'MCP server "raw"'],
  ]);
  expect(notices.at(-1)?.message).toBe("Other tools have the names of these, so they are left out: raw/a.");
});

test("names that cannot be namespaces, and servers without an address, are refused", async () => {
  await expect(
    openMcpServers({
      servers: {
        "a b": peer("x"),
        user: peer("x"),
        A: peer("x"),
        a: peer("x"),
        empty: { command: "" },
        web: { url: "ftp://x" },
      },
    }),
  ).rejects.toMatchObject({
    code: "MCP_CONFIG",
    diagnostics: [
      { message: "The name a b cannot be the namespace of tools." },
      { message: 'The name "user" is reserved.' },
      { message: 'The names "A" and "a" cannot be told apart.' },
      { message: 'The server "empty" has an empty `command`.' },
      { message: 'The server "web" has the `url` ftp://x.' },
    ],
  });
});

test("a server that is not trusted is not started, and a tool that is not is not there", async () => {
  const script = { pages: [[tool("old"), tool("new"), tool("changed")]] };
  const { servers } = await openServers({
    servers: { raw: rawServer(script), stranger: rawServer(script) },
    trust: {
      mayStart: (server) => (server === "raw" ? { allowed: true } : { allowed: false, reason: "Nobody agreed." }),
      judge: () =>
        new Map([
          ["old", "accepted"],
          ["changed", "changed"],
        ] as const),
    },
  });
  expect(
    servers
      .states()
      .map(({ status, problem, code, tools, quarantined }) => ({ status, problem, code, tools, quarantined })),
  ).toEqual([
    {
      status: "ready",
      tools: ["raw/old"],
      quarantined: [
        { name: "new", verdict: "new", reason: "Nobody has agreed to it yet." },
        { name: "changed", verdict: "changed", reason: "It is not what was agreed to." },
      ],
    },
    { status: "failed", code: "MCP_NOT_ACCEPTED", problem: "Nobody agreed.", tools: [], quarantined: [] },
  ]);
  expect(servers.listed("raw").map(({ name }) => name)).toEqual(["old", "new", "changed"]);
});

test("a server that needs longer than a start may take is given longer the next time", async () => {
  const script = `
    const answer = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
    require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
      const { id, method } = JSON.parse(line);
      const info = { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "x", version: "1" } };
      if (method === "initialize") setTimeout(() => answer(id, info), 1500);
      if (method === "tools/list") answer(id, { tools: [{ name: "t" }] });
      if (method === "tools/call") answer(id, { content: [{ type: "text", text: "fine" }] });
    });`;
  const { servers, call } = await openServers({
    servers: {
      slow: {
        command: process.execPath,
        args: ["-e", script],
        era: "legacy",
        effects: { "*": "read" },
        startTimeoutMs: 500,
      },
    },
  });
  expect(servers.state("slow")).toMatchObject({
    status: "waiting",
    problem: 'The MCP server "slow" is not connected: It was not ready within 500 ms.',
  });
  await stateWhere(servers, "slow", ({ status }) => status === "ready");
  expect(await call("slow/t")).toMatchObject({ status: "ok", output: "fine" });
});
