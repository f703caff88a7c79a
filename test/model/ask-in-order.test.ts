import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { formatError, type SopwithError } from "../../src/base/errors.ts";
import { type ChatModelOptions, createChatModel } from "../../src/model/chat-model.ts";
import type { ModelReply, ModelRequest } from "../../src/model/model.ts";
import {
  type Answer,
  brokenStream,
  completion,
  hangUp,
  redirect,
  piece,
  raw,
  refusal,
  type ScriptedServer,
  silence,
  startServer,
} from "./scripted-server.ts";

const fine = completion({ content: "Fine." });
const busy = refusal(503, { message: "overloaded" });

test.each<[string, Answer]>([
  ["503", busy],
  ["500 with a page", raw(500, "<html>oops</html>", { "content-type": "text/html" })],
  ["408", refusal(408, { message: "slow" })],
  ["429 without Retry-After", refusal(429, { message: "slow down" })],
  ["429 with seconds", refusal(429, { message: "slow down" }, { "retry-after": "0" })],
  ["429 with a past date", refusal(429, { message: "slow down" }, { "retry-after": "Mon, 30 Nov 2020 07:00:00 GMT" })],
  ["429 with milliseconds", refusal(429, { message: "slow down" }, { "retry-after-ms": "3" })],
  ["a lost connection", hangUp],
  ["a rate limit in a 200", raw(200, '{"error":{"message":"slow down","code":429}}')],
  ["an error in a 200", raw(200, '{"error":{"message":"odd"}}')],
  [
    "a call that the server itself refused",
    refusal(400, { message: "Failed to call a function", code: "tool_use_failed" }),
  ],
  ["an error text in a 200", raw(200, '{"error":"odd"}')],
  ["no choices", raw(200, '{"choices":[]}')],
  ["a choice without a message", raw(200, '{"choices":[{}]}')],
  ["null", raw(200, "null")],
  ["an empty body", raw(200, "")],
  ["garbage", raw(200, '{"choices":[')],
  ["neither text nor calls", completion({ content: "" })],
])("asks again after %s", async (_name, bad) => {
  const server = await startServer(bad, fine);
  const notices: string[] = [];
  expect(await ask(server, {}, { onNotice: (message) => notices.push(message) })).toMatchObject({ text: "Fine." });
  expect(server.requests).toHaveLength(2);
  expect(notices).toEqual([expect.stringMatching(/^m: MODEL_[A-Z_]+.*; trying again in .+ \(attempt 2 of [24]\)$/)]);
});

test.each<[string, Answer, string, number]>([
  ["401", refusal(401, { message: "Incorrect API key provided: sk-secret-key" }), "MODEL_AUTHENTICATION", 1],
  ["403", refusal(403, { message: "no" }), "MODEL_AUTHENTICATION", 1],
  ["404", refusal(404, { message: "no such model" }), "MODEL_NOT_FOUND", 1],
  ["400", refusal(400, { message: "tools are not supported" }), "MODEL_REFUSED", 1],
  [
    "400 for a long conversation",
    refusal(400, { message: "too long", code: "context_length_exceeded" }),
    "MODEL_REFUSED",
    1,
  ],
  ["402", refusal(402, { message: "pay" }), "MODEL_QUOTA", 1],
  [
    "429 for an empty account",
    refusal(429, { message: "You exceeded your current quota", code: "insufficient_quota" }),
    "MODEL_QUOTA",
    1,
  ],
  ["429 with a long wait", refusal(429, { message: "slow down" }, { "retry-after": "3600" }), "MODEL_RATE_LIMIT", 1],
  ["429 again and again", refusal(429, { message: "slow down" }), "MODEL_RATE_LIMIT", 4],
  ["503 again and again", busy, "MODEL_SERVER_ERROR", 4],
  ["lost connections", hangUp, "MODEL_UNREACHABLE", 4],
  ["a redirect", redirect, "MODEL_MOVED", 1],
  ["empty answers", completion({ content: " " }), "MODEL_BROKEN_ANSWER", 2],
  ["answers withheld", completion({ content: null }, { finish: "content_filter" }), "MODEL_BROKEN_ANSWER", 2],
])("gives up after %s", async (_name, ...[bad, code, requests]) => {
  const server = await startServer(bad);
  const failure = await failureOf(ask(server));
  expect({ code: failure.code, requests: server.requests.length }).toEqual({ code, requests });
  expect(failure.data).toMatchObject({ model: "m", url: server.baseURL });
});

test("names the setting and the URL, and never the key", async () => {
  const server = await startServer(refusal(401, { message: "Incorrect API key: sk-secret-key\nfor x-token-1" }));
  const failure = await failureOf(ask(server, { apiKey: "sk-secret-key", headers: { "x-token": "x-token-1" } }));
  expect(formatError(failure)).toBe(
    [
      `MODEL_AUTHENTICATION  The model server ${server.baseURL} did not accept the key.`,
      "  Seen: Incorrect API key: [secret] for [secret]",
      "  Set OPENAI_API_KEY to a key of this server, or OPENAI_BASE_URL to the server of the key.",
    ].join("\n"),
  );
});

test("says where a server sends requests on to, and follows it nowhere", async () => {
  const server = await startServer(redirect);
  const failure = await failureOf(ask(server));
  expect(formatError(failure)).toBe(
    [
      `MODEL_MOVED  The model server ${server.baseURL} sends requests on to another address; they are not sent there.`,
      "  Seen: location: /v1/elsewhere",
      "  Set OPENAI_BASE_URL to the address that is meant, if you trust it.",
    ].join("\n"),
  );
});

test("says which host cannot be reached", async () => {
  const failure = await failureOf(
    createChatModel({
      models: ["m", "n"],
      baseURL: `http://127.0.0.1:${await freePort()}/v1`,
      backoffMs: 1,
      maxAttempts: 2,
    }).respond(question),
  );
  expect(failure).toMatchObject({ code: "MODEL_UNREACHABLE", hint: "Check the network and OPENAI_BASE_URL." });
  expect(failure.details).toEqual([expect.stringMatching(/^Seen: .*ECONNREFUSED/), "Tried 2 times."]);
});

test("asks the next model when one is out, and sums what all attempts used", async () => {
  const usage = { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 };
  const server = await startServer(
    refusal(404, { message: "no such model" }),
    completion({ content: "" }, { usage }),
    completion({ content: "" }, { usage }),
    completion({ content: "Fine." }, { usage }),
  );
  const notices: string[] = [];
  const reply = await ask(
    server,
    { models: ["one", "two", "three"] },
    { onNotice: (message) => notices.push(message) },
  );
  expect(reply).toMatchObject({ text: "Fine.", usage: { inputTokens: 30, outputTokens: 3 } });
  expect(server.requests.map(({ body }) => body["model"])).toEqual(["one", "two", "two", "three"]);
  expect(notices).toEqual([
    "one: MODEL_NOT_FOUND 404 (no such model); asking two instead",
    expect.stringMatching(/^two: MODEL_BROKEN_ANSWER \(neither a text nor a call\); trying again in/),
    "two: MODEL_BROKEN_ANSWER (neither a text nor a call); asking three instead",
  ]);
});

test("tells all that was tried when the last model fails", async () => {
  const server = await startServer(
    refusal(404, { message: "no such model" }),
    refusal(429, { message: "slow" }, { "retry-after": "99" }),
  );
  const failure = await failureOf(ask(server, { models: ["one", "two"] }));
  expect(failure).toMatchObject({
    code: "MODEL_RATE_LIMIT",
    details: ["Seen: slow", "Tried one: MODEL_NOT_FOUND 404 (no such model)", "Tried two: MODEL_RATE_LIMIT 429 (slow)"],
    data: { status: 429, retryAfterMs: 99_000 },
  });
});

test.each([401, 404, 429, 500])("says in plain words that a server gave no reason: %i", async (status) => {
  for (const body of ["{}", "", "null"]) {
    const failure = await failureOf(ask(await startServer(raw(status, body)), { maxAttempts: 1 }));
    expect(failure).toMatchObject({ details: ["Seen: no reason given"], data: { status } });
  }
  const said = await failureOf(ask(await startServer(raw(status, '{"detail":"busy"}')), { maxAttempts: 1 }));
  expect(said).toMatchObject({ details: [`Seen: ${status} {"detail":"busy"}`] });
});

test("gives an attempt up after a silence", async () => {
  const server = await startServer(silence, fine);
  expect(await ask(server, { timeoutMs: 30 })).toMatchObject({ text: "Fine." });
  const failure = await failureOf(ask(await startServer(silence), { timeoutMs: 10, maxAttempts: 2 }));
  expect(failure).toMatchObject({
    code: "MODEL_TIMEOUT",
    details: ["Seen: nothing for 10 ms", "Tried 2 times."],
  });
});

test("gives a stream up that falls silent in the middle", async () => {
  const stalled: Answer = (response) =>
    void response
      .writeHead(200, { "content-type": "text/event-stream" })
      .write(`data: ${JSON.stringify(piece({ content: "Hel" }))}\n\n`);
  const failure = await failureOf(
    ask(await startServer(stalled), { timeoutMs: 20, maxAttempts: 1 }, { onText: () => undefined }),
  );
  expect(failure.code).toBe("MODEL_TIMEOUT");
});

const reason = new Error("the run was cancelled");

test.each<[string, Answer]>([
  ["an answer", silence],
  [
    "the rest of a stream",
    (response) => void response.writeHead(200, { "content-type": "text/event-stream" }).write(": wait\n\n"),
  ],
])("stops at once while it waits for %s", async (_name, answer) => {
  const server = await startServer(answer);
  const controller = new AbortController();
  void server.next().then(() => controller.abort(reason));
  await expect(ask(server, {}, { signal: controller.signal, onText: () => undefined })).rejects.toBe(reason);
});

test("stops at once between two attempts", async () => {
  const server = await startServer(refusal(429, { message: "slow" }, { "retry-after": "20" }));
  const controller = new AbortController();
  const asked = ask(server, {}, { signal: controller.signal, onNotice: () => controller.abort(reason) });
  await expect(asked).rejects.toBe(reason);
  expect(server.requests).toHaveLength(1);
});

test("lets a mistake in the caller's own function through, and asks no second time", async () => {
  const text = `data: ${JSON.stringify(piece({ content: "Hi" }, "stop"))}\n\n`;
  const server = await startServer(raw(200, text, { "content-type": "text/event-stream" }));
  const mistake = new TypeError("undefined is not a function");
  const onText = (): never => {
    throw mistake;
  };
  await expect(ask(server, {}, { onText })).rejects.toBe(mistake);
  expect(server.requests).toHaveLength(1);
});

test("asks nobody when the caller has given up already", async () => {
  const server = await startServer(fine);
  const signal = AbortSignal.abort(new Error("too late"));
  await expect(ask(server, {}, { signal })).rejects.toThrow("too late");
  expect(server.requests).toEqual([]);
});

test("leaves no listener on the caller's signal", async () => {
  const server = await startServer(fine);
  const { signal } = new AbortController();
  let listeners = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  Object.assign(signal, {
    addEventListener: (...parts: Parameters<typeof add>) => (listeners++, add(...parts)),
    removeEventListener: (...parts: Parameters<typeof remove>) => (listeners--, remove(...parts)),
  });
  await ask(server, {}, { signal });
  expect(listeners).toBe(0);
});

test("keeps asking while the cut streams are few", async () => {
  const server = await startServer(
    brokenStream(),
    brokenStream(piece({ content: "H" })),
    (response) =>
      void response
        .writeHead(200, { "content-type": "text/event-stream" })
        .end(`data: ${JSON.stringify(piece({ content: "Fine." }, "stop"))}\n\n`),
  );
  expect(await ask(server, {}, { onText: () => undefined })).toMatchObject({ text: "Fine." });
});

const question: ModelRequest = { messages: [{ role: "user", text: "Hi" }], tools: [] };

function ask(
  server: Pick<ScriptedServer, "baseURL">,
  options: Partial<ChatModelOptions> = {},
  request: Partial<ModelRequest> = {},
): Promise<ModelReply> {
  return createChatModel({ models: ["m"], baseURL: server.baseURL, backoffMs: 1, ...options }).respond({
    ...question,
    ...request,
  });
}

async function failureOf(asked: Promise<ModelReply>): Promise<SopwithError> {
  return asked.then(
    () => Promise.reject(new Error("it answered")),
    (error: unknown) => error as SopwithError,
  );
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => void server.close(resolve));
  return port;
}
