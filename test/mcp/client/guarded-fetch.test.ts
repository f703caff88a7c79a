import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { expect, test } from "vitest";
import type { AddressClass } from "../../../src/mcp/client/address-class.ts";
import { createGuardedFetch, type FindAddresses } from "../../../src/mcp/client/guarded-fetch.ts";

async function withServer<Value>(listener: RequestListener, work: (origin: string) => Promise<Value>): Promise<Value> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test("brings status, headers and body, and sends a form", async () => {
  const seen: unknown[] = [];
  const listener: RequestListener = (request, response) => {
    request.setEncoding("utf8");
    request.on("data", (text: string) => seen.push([request.method, request.headers["content-type"], text]));
    request.on("end", () => {
      response.writeHead(201, { "x-two": ["a", "b"] });
      response.end("done");
    });
  };
  const answer = await withServer(listener, async (origin) => {
    return await createGuardedFetch("loopback")(origin, { method: "POST", body: new URLSearchParams({ a: "1" }) });
  });
  expect([answer.status, answer.headers.get("x-two"), await answer.text()]).toStrictEqual([201, "a, b", "done"]);
  expect(seen).toStrictEqual([["POST", "application/x-www-form-urlencoded;charset=UTF-8", "a=1"]]);
});

test.each<[AddressClass, string, string]>([
  ["public", "http://example.com/", "it is not an https address"],
  ["loopback", "http://10.0.0.1/", "it is not an https address"],
  ["public", "https://127.0.0.1/", "it is on this machine, and the server is not"],
  ["public", "https://localhost/", "it is on this machine, and the server is not"],
  ["public", "https://localhost./", "it is on this machine, and the server is not"],
  ["public", "https://[64:ff9b::7f00:1]/", "it is on this machine, and the server is not"],
  ["public", "https://[::ffff:a00:1]/", "it is in a private network, and the server is not"],
  ["loopback", "https://169.254.169.254/latest/meta-data", "no server has such an address"],
  ["loopback", "file:///etc/passwd", "it is not an https address"],
])("from a %s server, refuses %s", async (from, url, reason) => {
  await expect(createGuardedFetch(from)(url)).rejects.toMatchObject({
    code: "MCP_ADDRESS_REFUSED",
    message: expect.stringContaining(reason) as string,
  });
});

test("a name is looked up once, and the connection goes to the address that was checked", async () => {
  const reached: (string | undefined)[] = [];
  const server = createTcpServer((socket) => {
    reached.push(socket.localAddress);
    socket.destroy();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const asked: string[] = [];
  // The second answer would be another one, as of a name that is bound anew between the check and the use.
  const find: FindAddresses = (host, _settings, done) => {
    asked.push(host);
    done(null, [{ address: asked.length === 1 ? "127.0.0.1" : "169.254.169.254", family: 4 }]);
  };
  const { port } = server.address() as AddressInfo;
  await expect(createGuardedFetch("loopback", find)(`https://desk.example:${port}/`)).rejects.toThrow(
    /socket|ECONNRESET/i,
  );
  server.close();
  expect({ asked, reached }).toStrictEqual({ asked: ["desk.example"], reached: ["127.0.0.1"] });
});

test.each<[AddressClass, readonly string[], string]>([
  ["public", ["127.0.0.1"], "it is on this machine, and the server is not"],
  ["public", ["93.184.215.14", "10.0.0.7"], "it is in a private network, and the server is not"],
  ["private", ["::1"], "it is on this machine, and the server is not"],
  ["loopback", ["169.254.169.254"], "no server has such an address"],
])("from a %s server, refuses a name that stands for %j", async (from, addresses, reason) => {
  const find: FindAddresses = (_host, _settings, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  await expect(createGuardedFetch(from, find)("https://desk.example/")).rejects.toMatchObject({
    code: "MCP_ADDRESS_REFUSED",
    message: expect.stringContaining(reason) as string,
  });
});

test("follows no redirect, and takes no endless answer", async () => {
  const listener: RequestListener = (request, response) => {
    if (request.url === "/away") response.writeHead(302, { location: "http://169.254.169.254/" }).end();
    else response.writeHead(200).end("x".repeat(2_000_000));
  };
  await withServer(listener, async (origin) => {
    expect((await createGuardedFetch("loopback")(`${origin}/away`)).status).toBe(302);
    await expect(createGuardedFetch("loopback")(`${origin}/long`)).rejects.toThrow("longer than 1000000 bytes");
  });
});

test("stops with its signal", async () => {
  await withServer(
    () => undefined,
    async (origin) => {
      const stop = new AbortController();
      const answer = createGuardedFetch("loopback")(origin, { signal: stop.signal });
      stop.abort();
      await expect(answer).rejects.toMatchObject({ name: "AbortError" });
    },
  );
});
