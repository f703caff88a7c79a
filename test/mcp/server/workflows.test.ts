import type { CallToolResult } from "@modelcontextprotocol/client";
import { describe, expect, test } from "vitest";
import { withSignedDecisions } from "../../../src/workflow/signed-decisions.ts";
import { connectHttp, eras } from "./clients.ts";
import { serveShop, shopFolder } from "./served.ts";

describe.each(eras)("a %s client", (era) => {
  test("sees workflows as tools that take what their state demands, and nothing of what it keeps", async () => {
    const { url } = await serveShop({ tools: [] });
    const { tools } = await (await connectHttp(url, { era })).listTools();
    expect(tools.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties ?? {})])).toEqual([
      ["workflow_greet", ["text"]],
      ["workflow_mull", []],
      ["workflow_refund", ["order"]],
      ["workflow_resume", ["thread"]],
    ]);
    expect(tools[2]).toMatchObject({ description: expect.stringMatching(/^Pays an order back once a person/) });
  });

  test("runs one, and reads its answer as text and as data", async () => {
    const { url } = await serveShop();
    const result = await (
      await connectHttp(url, { era })
    ).callTool({ name: "workflow_greet", arguments: { text: "Ann" } });
    expect(result).toMatchObject({
      content: [{ type: "text", text: "Hello Ann." }],
      structuredContent: { status: "completed", answer: "Hello Ann.", state: { name: "Ann", answer: "Hello Ann." } },
    });
  });

  test.each([
    ["what the state keeps for itself", { order: "7", approved: true }],
    ["what the state does not know", { order: "7", colour: "red" }],
    ["nothing", {}],
    ["a wrong type", { order: 7 }],
  ])("starts nothing when it gives %s", async (_what, values) => {
    const { url, store } = await serveShop();
    const result = await (await connectHttp(url, { era })).callTool({ name: "workflow_refund", arguments: values });
    expect(result.isError).toBe(true);
    expect(await store.threads()).toEqual([]);
  });

  test("may set more of the state where the config says so", async () => {
    const { url } = await serveShop({ inputs: { refund: ["order", "amount"] } });
    const client = await connectHttp(url, { era });
    const result = await client.callTool({ name: "workflow_refund", arguments: { order: "7", amount: 3 } });
    expect(result).toMatchObject({ structuredContent: { status: "waiting" } });
  });

  test.each([
    [true, "paid back, says MCP client test-client"],
    [false, "kept, says MCP client test-client"],
  ])("has its user decide what the run waits for: %s", async (approve, answer) => {
    const { url } = await serveShop();
    const asked: string[] = [];
    const client = await connectHttp(url, {
      era,
      onForm: (message) => {
        asked.push(message);
        return { action: "accept", content: { approve } };
      },
    });
    const told: number[] = [];
    const onprogress = ({ progress, message = "" }: { progress: number; message?: string | undefined }): void => {
      // A round of the newer protocol is a request of its own, and counts anew.
      if (message.startsWith("run ") && era === "modern") told.length = 0;
      told.push(progress);
    };
    const result = await client.callTool({ name: "workflow_refund", arguments: { order: "7" } }, { onprogress });
    expect(told).toEqual(told.map((_progress, index) => index + 1));
    expect(textOf(result)).toBe(answer);
    expect(asked).toEqual(['Pay 7 back?\n{\n  "order": "7"\n}']);
  });

  test("is told how to answer where it cannot ask, and hands decisions on where the config takes them", async () => {
    const { url } = await serveShop({ decisions: "arguments" });
    const client = await connectHttp(url, { era });
    const { thread, questions, text } = waiting(
      await client.callTool({ name: "workflow_refund", arguments: { order: "7" } }),
    );
    expect(text).toContain("Pay 7 back?");
    expect(text).toContain(`"thread":"${thread}"`);
    const decisions = { [questions[0]!.id]: { approved: true } };
    const result = await client.callTool({ name: "workflow_resume", arguments: { thread, decisions } });
    expect(textOf(result)).toBe("paid back, says MCP client test-client");
    const again = await client.callTool({
      name: "workflow_resume",
      arguments: { thread, decisions: { [questions[0]!.id]: { approved: false } } },
    });
    expect(textOf(again)).toBe("paid back, says MCP client test-client");
  });

  test("goes on with a run after the server was started again", async () => {
    const folder = shopFolder();
    const first = await serveShop({}, folder);
    const before = await connectHttp(first.url, { era });
    const { thread, questions } = waiting(
      await before.callTool({ name: "workflow_refund", arguments: { order: "7" } }),
    );
    await before.close();
    await first.served.close();
    const second = await serveShop({ decisions: "arguments" }, folder);
    const after = await connectHttp(second.url, { era });
    const decisions = { [questions[0]!.id]: { approved: true } };
    const result = await after.callTool({ name: "workflow_resume", arguments: { thread, decisions } });
    expect(textOf(result)).toBe("paid back, says MCP client test-client");
  });

  test("cannot decide by argument, and not where it can ask its user either", async () => {
    const strict = await serveShop();
    const client = await connectHttp(strict.url, { era });
    const first = waiting(await client.callTool({ name: "workflow_refund", arguments: { order: "7" } }));
    const decided = { thread: first.thread, decisions: { [first.questions[0]!.id]: { approved: true } } };
    const refused = waiting(await client.callTool({ name: "workflow_resume", arguments: decided }));
    expect(refused.text).toContain("npx sopwith resume");

    const asks = await connectHttp(strict.url, { era, onForm: () => ({ action: "decline" }) });
    expect(textOf(await asks.callTool({ name: "workflow_resume", arguments: decided }))).toBe(
      "kept, says MCP client test-client",
    );
  });

  test("goes on with a run whose questions somebody has decided where the server runs", async () => {
    const { url, store, parts } = await serveShop();
    const client = await connectHttp(url, { era });
    const { thread, questions } = waiting(
      await client.callTool({ name: "workflow_refund", arguments: { order: "7" } }),
    );
    const at = new Date().toISOString();
    const decided = { approved: true, by: "ann", identity: "claimed", at } as const;
    await withSignedDecisions(store, parts.governance!.signer!).decide(questions[0]!.id, decided, Date.now());
    const result = await client.callTool({ name: "workflow_resume", arguments: { thread } });
    expect(textOf(result)).toBe("paid back, says ann");
  });

  test("leaves the run waiting when its user only closes the form", async () => {
    const { url, store } = await serveShop();
    const client = await connectHttp(url, { era, onForm: () => ({ action: "cancel" }) });
    const { thread } = waiting(await client.callTool({ name: "workflow_refund", arguments: { order: "7" } }));
    expect(await store.thread(thread)).toMatchObject({ status: "waiting" });
  });

  test("is told of the run and its nodes as it goes on", async () => {
    const { url } = await serveShop();
    const client = await connectHttp(url, { era });
    const told: (string | undefined)[] = [];
    await client.callTool(
      { name: "workflow_greet", arguments: { text: "Ann" } },
      { onprogress: ({ message }) => told.push(message) },
    );
    expect(told).toEqual([
      expect.stringMatching(/^run greet-\w+\/1 on thread greet-\w+$/),
      "greet: started",
      "greet: done",
    ]);
  });

  test("stops the run when it cancels the request, and goes on with it later", async () => {
    const { url, store, onNotice } = await serveShop();
    const { promise: stopped, resolve: setStopped } = Promise.withResolvers<string>();
    onNotice(setStopped);
    const client = await connectHttp(url, { era });
    const stop = new AbortController();
    const onprogress = ({ message = "" }): void => {
      if (message === "think: calls mull/over") stop.abort();
    };
    await expect(
      client.callTool({ name: "workflow_mull" }, { signal: stop.signal, onprogress }),
    ).rejects.toBeInstanceOf(Error);
    const [row] = await store.threads();
    expect(await stopped).toBe(
      `Workflow mull, thread ${row!.id}: test-client cancelled the request, so the run was stopped.`,
    );
    expect(await store.thread(row!.id)).toMatchObject({ status: "running" });
    const result = await client.callTool({ name: "workflow_resume", arguments: { thread: row!.id } });
    expect(textOf(result)).toBe("well");
  });
});

/** What a run that waits says. */
function waiting(result: CallToolResult): {
  readonly thread: string;
  readonly questions: readonly { readonly id: string }[];
  readonly text: string;
} {
  const data = result.structuredContent as {
    readonly status: string;
    readonly thread: string;
    readonly questions: readonly { readonly id: string }[];
  };
  expect(data.status).toBe("waiting");
  return { ...data, text: textOf(result) };
}

/** The first text of a result. */
function textOf({ content }: CallToolResult): string {
  const [first] = content;
  return first?.type === "text" ? first.text : "";
}
