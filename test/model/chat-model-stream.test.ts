import { expect, test, vi } from "vitest";
import { createChatModel } from "../../src/model/chat-model.ts";
import type { ModelReply } from "../../src/model/model.ts";
import { keepConsoleQuiet } from "./quiet-console.ts";
import { brokenStream, type Answer, piece, startServer, stream } from "./scripted-server.ts";

keepConsoleQuiet();

const usage = {
  id: "1",
  object: "chat.completion.chunk",
  model: "served-model",
  choices: [],
  usage: { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 },
};

test("shows text as it arrives and asks for usage", async () => {
  const server = await startServer(
    stream(
      piece({ role: "assistant", content: "" }),
      piece({ content: "Hel" }),
      piece({ content: "lo" }),
      piece({}, "stop"),
      usage,
      "[DONE]",
    ),
  );
  const { reply, texts } = await listen(server.baseURL);
  expect(texts).toEqual(["Hel", "lo"]);
  expect(reply).toEqual({
    text: "Hello",
    calls: [],
    usage: { inputTokens: 9, outputTokens: 4 },
    finish: "stop",
    model: "served-model",
  });
  expect(server.requests[0]?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
});

test("answers promptly where the stream holds no usage, and asks nobody else", async () => {
  const asked = vi.spyOn(globalThis, "fetch");
  const server = await startServer(stream(piece({ content: "Hi" }), piece({}, "stop"), "[DONE]"));
  const { reply } = await listen(server.baseURL);
  expect(reply).toMatchObject({ text: "Hi", usage: { inputTokens: 0, outputTokens: 0 } });
  expect(
    asked.mock.calls
      .map(([url]) => String(url instanceof Request ? url.url : url))
      .filter((url) => !url.startsWith(server.baseURL)),
  ).toEqual([]);
  asked.mockRestore();
});

const part = (call: object): object => piece({ tool_calls: [call] });
const a = { id: "a", name: "x", arguments: { n: 1 } };
const b = { id: "b", name: "y", arguments: { n: 2 } };

test.each<[string, object[], object[]]>([
  [
    "numbered pieces",
    [
      part({ index: 0, id: "a", function: { name: "x", arguments: "" } }),
      part({ index: 0, function: { arguments: '{"n"' } }),
      part({ index: 0, function: { arguments: ":1}" } }),
      part({ index: 1, id: "b", function: { name: "y", arguments: '{"n":2}' } }),
    ],
    [a, b],
  ],
  [
    "mixed pieces",
    [
      part({ index: 0, id: "a", function: { name: "x" } }),
      part({ index: 1, id: "b", function: { name: "y" } }),
      part({ index: 0, function: { arguments: '{"n":1}' } }),
      part({ index: 1, function: { arguments: '{"n":2}' } }),
    ],
    [a, b],
  ],
  [
    "index 0 for all",
    [
      part({ index: 0, id: "a", function: { name: "x", arguments: '{"n":1}' } }),
      part({ index: 0, id: "b", function: { name: "y", arguments: '{"n":2}' } }),
    ],
    [a, b],
  ],
  [
    "index 0 for all and no ids",
    [
      part({ index: 0, function: { name: "x", arguments: '{"n":1}' } }),
      part({ index: 0, function: { name: "y", arguments: '{"n":2}' } }),
    ],
    [
      { ...a, id: "call_1" },
      { ...b, id: "call_2" },
    ],
  ],
  [
    "no index",
    [
      part({ id: "a", function: { name: "x", arguments: '{"n":' } }),
      part({ function: { arguments: "1}" } }),
      part({ id: "b", function: { name: "y", arguments: '{"n":2}' } }),
    ],
    [a, b],
  ],
  [
    "id and name again with each piece",
    [
      part({ index: 0, id: "a", function: { name: "x", arguments: '{"n":' } }),
      part({ index: 0, id: "a", function: { name: "x", arguments: "1}" } }),
    ],
    [a],
  ],
  [
    "empty ids and names later",
    [
      part({ index: 0, id: "a", function: { name: "x", arguments: '{"n":' } }),
      part({ index: 0, id: "", function: { name: "", arguments: "1}" } }),
    ],
    [a],
  ],
  [
    "an object as arguments",
    [part({ index: 0, id: "a", function: { name: "x", arguments: { n: 1 } } })],
    [{ ...a, repair: "sent as an object instead of a text" }],
  ],
  [
    "the legacy form",
    [piece({ function_call: { name: "x", arguments: '{"n":' } }), piece({ function_call: { arguments: "1}" } })],
    [{ ...a, id: "call_1" }],
  ],
  [
    "broken arguments",
    [part({ index: 0, id: "a", function: { name: "x", arguments: "{n}" } })],
    [{ id: "a", name: "x", problem: expect.stringContaining("not valid JSON") as string, rawArguments: "{n}" }],
  ],
  [
    "a list as arguments",
    [part({ index: 0, id: "a", function: { name: "x", arguments: "[1]" } })],
    [{ id: "a", name: "x", problem: "The arguments must be one JSON object, not a list.", rawArguments: "[1]" }],
  ],
])("puts calls together from %s", async (_name, pieces, calls) => {
  const server = await startServer(stream(...pieces, piece({}, "tool_calls"), "[DONE]"));
  expect((await listen(server.baseURL)).reply).toMatchObject({ calls, finish: "calls" });
});

test("keeps reasoning and reads content in parts", async () => {
  const server = await startServer(
    stream(
      piece({ reasoning_content: "Hm" }),
      piece({ reasoning_content: "m." }),
      piece({ content: [{ type: "text", text: "Hi" }] }),
      piece({}, "stop"),
      "[DONE]",
    ),
  );
  expect((await listen(server.baseURL)).reply).toMatchObject({ text: "Hi", reasoning: "Hmm." });
});

const whole = stream(piece({ content: "Hello" }), piece({}, "stop"), "[DONE]");

test.each<[string, Answer, string]>([
  ["breaks off", brokenStream(piece({ content: "Hel" })), "MODEL_UNREACHABLE"],
  ["ends without an end", stream(piece({ content: "Hel" })), "MODEL_BROKEN_ANSWER"],
  [
    "holds an error",
    stream(piece({ content: "Hel" }), { error: { message: "backend died", code: 502 } }),
    "MODEL_SERVER_ERROR 502",
  ],
  [
    "holds garbage",
    (response) => void response.writeHead(200, { "content-type": "text/event-stream" }).end("data: {oops\n\n"),
    "MODEL_BROKEN_ANSWER",
  ],
  [
    "is a web page",
    (response) => void response.writeHead(200, { "content-type": "text/html" }).end("<html></html>"),
    "MODEL_BROKEN_ANSWER",
  ],
])("asks again when the stream %s, and says so", async (_name, broken, code) => {
  const server = await startServer(broken, whole);
  const { reply, texts, notices } = await listen(server.baseURL);
  expect(reply.text).toBe("Hello");
  const shown = texts.length > 1;
  expect(texts).toEqual(shown ? ["Hel", "Hello"] : ["Hello"]);
  expect(notices).toHaveLength(1);
  expect(notices[0]).toMatch(
    new RegExp(`^m: ${code}.*; trying again in .* \\(attempt 2 of \\d\\)${shown ? ", the text starts over" : ""}$`),
  );
});

async function listen(baseURL: string): Promise<{ reply: ModelReply; texts: string[]; notices: string[] }> {
  const [texts, notices]: [string[], string[]] = [[], []];
  const reply = await createChatModel({ models: ["m"], baseURL, backoffMs: 1 }).respond({
    messages: [{ role: "user", text: "Hi" }],
    tools: [{ name: "x", description: "", parameters: { type: "object" } }],
    onText: (delta) => texts.push(delta),
    onNotice: (message) => notices.push(message),
  });
  return { reply, texts, notices };
}
