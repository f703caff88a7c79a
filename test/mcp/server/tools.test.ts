import type { CallToolResult, ElicitResult } from "@modelcontextprotocol/client";
import { describe, expect, test } from "vitest";
import { connectHttp, eras } from "./clients.ts";
import { serveShop } from "./served.ts";
import { SECRET } from "./shop.ts";

describe.each(eras)("a %s client", (era) => {
  test("sees the tools that are served, sorted, with their schemas and hints, and no others", async () => {
    const { url } = await serveShop({ workflows: [] });
    const { tools } = await (await connectHttp(url, { era })).listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "shop__fail",
      "shop__gift",
      "shop__order",
      "shop__picture",
      "shop__price",
      "shop__slow",
      "shop__whoami",
      "shop__wrap",
    ]);
    expect(tools.find(({ name }) => name === "shop__price")).toEqual({
      name: "shop__price",
      description: "The price of a thing.",
      inputSchema: {
        type: "object",
        properties: {
          thing: { type: "string" },
          count: { type: "integer", minimum: 1, maximum: 9007199254740991, default: 1 },
        },
        required: ["thing"],
        additionalProperties: false,
      },
      outputSchema: { type: "object", properties: { total: { type: "number" } }, required: ["total"] },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    });
  });

  test("gets text and data of a tool that promises data", async () => {
    const { url } = await serveShop();
    const client = await connectHttp(url, { era });
    expect(await client.callTool({ name: "shop__price", arguments: { thing: "hat", count: 2 } })).toMatchObject({
      content: [{ type: "text", text: '{"total":6}' }],
      structuredContent: { total: 6 },
    });
  });

  test("gets pictures, resources and links as such", async () => {
    const { url } = await serveShop();
    const client = await connectHttp(url, { era });
    expect((await client.callTool({ name: "shop__picture" })).content).toEqual([
      { type: "text", text: "A red dot." },
      { type: "image", data: "aGk=", mimeType: "image/png" },
      { type: "resource", resource: { uri: "shop://dot", text: "dot" } },
      { type: "resource_link", uri: "shop://more", name: "more", size: 7 },
    ]);
  });

  test("reads wrong arguments as an error it can mend", async () => {
    const { url } = await serveShop();
    const client = await connectHttp(url, { era });
    const result = await client.callTool({ name: "shop__price", arguments: { thing: "hat", count: "many" } });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain("count");
  });

  test.each(["office__fire", "office/fire", "shop/price", "nothing", "workflow_nothing"])(
    "is told by the protocol that %s is unknown",
    async (name) => {
      const { url } = await serveShop();
      const client = await connectHttp(url, { era });
      await expect(client.callTool({ name })).rejects.toMatchObject({ code: -32_602 });
    },
  );

  test("reads a failure without stack, path or secret", async () => {
    const { url } = await serveShop();
    const result = await (await connectHttp(url, { era })).callTool({ name: "shop__fail" });
    expect(result.isError).toBe(true);
    const text = textOf(result);
    expect(text).toContain("keys.txt");
    for (const told of ["/srv", "keeper", SECRET, "    at ", ".ts"]) expect(text).not.toContain(told);
  });

  test("has a destructive call refused that nobody can be asked about, whatever its arguments say", async () => {
    const { url, orders } = await serveShop();
    const client = await connectHttp(url, { era });
    const plain = await client.callTool({ name: "shop__order", arguments: { thing: "hat" } });
    expect(plain.isError).toBe(true);
    expect(textOf(plain)).toContain("was not run: it needs the yes of a person, and this client cannot ask its user");
    const claimed = await client.callTool({ name: "shop__order", arguments: { thing: "hat", confirmed: true } });
    expect(claimed.isError).toBe(true);
    expect(orders).toEqual([]);
  });

  test("asks its user about a destructive call, showing all arguments, and has it run once after a yes", async () => {
    const { url, orders } = await serveShop();
    const asked: string[] = [];
    const client = await connectHttp(url, {
      era,
      onForm: (message) => {
        asked.push(message);
        return { action: "accept", content: { approve: true } };
      },
    });
    const result = await client.callTool({ name: "shop__order", arguments: { thing: "hat\u202E" } });
    expect(textOf(result)).toBe("ordered hat");
    expect(orders).toEqual(["hat\u202E"]);
    expect(asked).toEqual(['Run shop/order?\nArguments: {\n  "thing": "hat\\u{202e}"\n}']);
  });

  test.each<[string, ElicitResult, string]>([
    ["a no with a reason", { action: "accept", content: { approve: false, reason: "too dear" } }, "too dear"],
    ["a decline", { action: "decline" }, "shop__order"],
    ["a closed form", { action: "cancel" }, "did not decide"],
  ])("has a destructive call not run after %s", async (_what, answer, words) => {
    const { url, orders } = await serveShop();
    const client = await connectHttp(url, { era, onForm: () => answer });
    const result = await client.callTool({ name: "shop__order", arguments: { thing: "hat" } });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain(words);
    expect(orders).toEqual([]);
  });

  test("answers the questions that a tool asks in the middle of its work", async () => {
    const { url } = await serveShop();
    const answers = new Map([
      ["shop/wrap asks: Which paper?", "silk"],
      ["shop/wrap asks: And a bow?", "yes"],
    ]);
    const client = await connectHttp(url, {
      era,
      onForm: (message) => ({ action: "accept", content: { answer: answers.get(message) ?? "?" } }),
    });
    expect(textOf(await client.callTool({ name: "shop__wrap", arguments: { thing: "hat" } }))).toBe(
      "hat in silk, bow: yes",
    );
  });

  test("is told how far a call is, and stops it", async () => {
    const { url, slowEnded } = await serveShop();
    const client = await connectHttp(url, { era });
    const stop = new AbortController();
    const { promise: told, resolve } = Promise.withResolvers<unknown>();
    const calling = client.callTool({ name: "shop__slow" }, { signal: stop.signal, onprogress: resolve });
    expect(await told).toMatchObject({ progress: 1, total: 2, message: "half" });
    stop.abort();
    await expect(calling).rejects.toBeInstanceOf(Error);
    await slowEnded;
  });

  test("is told when tools come and go", async () => {
    const { url, parts } = await serveShop();
    const { promise, resolve } = Promise.withResolvers<readonly string[]>();
    const client = await connectHttp(url, { era, onListChanged: (list, names) => list === "tools" && resolve(names) });
    await client.listTools();
    parts.registry.remove(["shop/slow"]);
    expect(await promise).not.toContain("shop__slow");
  });

  test("leaves a record of each call, under its user and its name", async () => {
    const { url, store, served } = await serveShop();
    const client = await connectHttp(url, { era });
    await client.callTool({ name: "shop__price", arguments: { thing: "hat" } });
    await client.callTool({ name: "shop__fail" });
    await client.callTool({ name: "workflow_greet", arguments: { text: "Ann" } });
    await served.close();
    expect((await store.audit()).map(({ tool, node, status }) => ({ tool, node, status }))).toEqual([
      { tool: "shop/price", node: "mcp/test-client", status: "ok" },
      { tool: "shop/fail", node: "mcp/test-client", status: "failed" },
      { tool: "workflow/greet", node: "mcp/test-client", status: "ok" },
    ]);
  });
});

/** The first text of a result. */
function textOf({ content }: CallToolResult): string {
  const [first] = content;
  return first?.type === "text" ? first.text : "";
}
