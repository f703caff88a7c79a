import { expect, test } from "vitest";
import { createChatModel } from "../../src/model/chat-model.ts";
import type { ChatModel, ModelMessage, ModelRequest, ModelTool } from "../../src/model/model.ts";
import { keepConsoleQuiet } from "./quiet-console.ts";
import { completion, raw, type ScriptedServer, startServer, toolCalls } from "./scripted-server.ts";

keepConsoleQuiet();

const tools: ModelTool[] = ["weather/get_current", "events/cancel"].map((name) => ({
  name,
  description: `does ${name}`,
  parameters: { type: "object", properties: {} },
}));
const question: ModelMessage[] = [{ role: "user", text: "How is it in Oslo?" }];

test("asks with encoded tools and gives text, calls, usage and model", async () => {
  const usage = { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 };
  const call = { id: "a1", name: "weather__get_current", arguments: '{"city":"Oslo"}' };
  const server = await startServer(
    completion({ ...toolCalls(call), content: "Looking." }, { finish: "tool_calls", usage }),
  );
  const model = createChatModel({
    models: ["m"],
    apiKey: "key-123",
    baseURL: `${server.baseURL}/`,
    headers: { "x-team": "ops" },
  });
  const reply = await model.respond({
    messages: [{ role: "system", text: "Be brief." }, ...question],
    tools,
    toolChoice: "required",
  });
  expect(reply).toEqual({
    text: "Looking.",
    calls: [{ id: "a1", name: "weather/get_current", arguments: { city: "Oslo" } }],
    usage: { inputTokens: 12, outputTokens: 5 },
    finish: "calls",
    model: "served-model",
  });
  const [{ url, headers, body }] = server.requests as [ScriptedServer["requests"][number]];
  expect({ url, key: headers.authorization, team: headers["x-team"] }).toEqual({
    url: "/v1/chat/completions",
    key: "Bearer key-123",
    team: "ops",
  });
  expect(body).toEqual({
    model: "m",
    stream: false,
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "How is it in Oslo?" },
    ],
    tools: tools.map((tool) => ({
      type: "function",
      function: { name: tool.name.replace("/", "__"), description: tool.description, parameters: tool.parameters },
    })),
    tool_choice: "required",
  });
});

test("sends a whole conversation back, with reasoning, and nothing that a server would refuse", async () => {
  const server = await startServer(completion({ content: "Done.", reasoning_content: "I see." }));
  const messages: ModelMessage[] = [
    ...question,
    {
      role: "assistant",
      text: "",
      reasoning: "They want the weather.",
      calls: [
        { id: "a", name: "weather/get_current", arguments: { city: "Oslo" } },
        { id: "b", name: "weather/gone", problem: "cut off", rawArguments: '{"city' },
        { id: "c", name: "events/cancel", arguments: {} },
      ],
    },
    { role: "tool", callId: "a", name: "weather/get_current", text: "sunny" },
    { role: "tool", callId: "b", name: "weather/gone", text: "not run" },
    { role: "user", text: "Go on." },
  ];
  const reply = await ask(server, { messages });
  expect(reply).toMatchObject({
    text: "Done.",
    reasoning: "I see.",
    finish: "stop",
    usage: { inputTokens: 0, outputTokens: 0 },
  });
  const called = (id: string, name: string, text: string): object => ({
    id,
    type: "function",
    function: { name, arguments: text },
  });
  expect(server.requests[0]?.body["messages"]).toEqual([
    { role: "user", content: "How is it in Oslo?" },
    {
      role: "assistant",
      content: "",
      reasoning_content: "They want the weather.",
      tool_calls: [
        called("a", "weather__get_current", '{"city":"Oslo"}'),
        called("b", "weather__gone", "{}"),
        called("c", "events__cancel", "{}"),
      ],
    },
    { role: "tool", tool_call_id: "a", content: "sunny" },
    { role: "tool", tool_call_id: "b", content: "not run" },
    { role: "tool", tool_call_id: "c", content: "No result was recorded for this call." },
    { role: "user", content: "Go on." },
  ]);
});

test("sends no tool choice where there are no tools", async () => {
  const server = await startServer(completion({ content: "Hello." }));
  await ask(server, { tools: [], toolChoice: "none" });
  expect(server.requests[0]?.body).toEqual({
    model: "m",
    stream: false,
    messages: [{ role: "user", content: "How is it in Oslo?" }],
  });
});

const cutOff = "The arguments were cut off before their end, so nothing was run. Send the call again, shorter.";

test.each<[string, { id?: string; name: string; arguments?: unknown }, object]>([
  [
    "broken JSON",
    { id: "a", name: "x", arguments: "{a}" },
    { problem: expect.stringContaining("not valid JSON") as string, rawArguments: "{a}" },
  ],
  ["a cut text", { id: "a", name: "x", arguments: '{"a":"b' }, { problem: cutOff, rawArguments: '{"a":"b' }],
  [
    "null as text",
    { id: "a", name: "x", arguments: "null" },
    { problem: "The arguments must be one JSON object, not null.", rawArguments: "null" },
  ],
  [
    "a list",
    { id: "a", name: "x", arguments: "[1]" },
    { problem: "The arguments must be one JSON object, not a list.", rawArguments: "[1]" },
  ],
  ["nothing", { id: "a", name: "x", arguments: "" }, { arguments: {} }],
  ["no arguments", { id: "a", name: "x" }, { arguments: {} }],
  [
    "an object instead of a text",
    { id: "a", name: "x", arguments: { a: 1 } },
    { arguments: { a: 1 }, repair: "sent as an object instead of a text" },
  ],
  [
    "a fence",
    { id: "a", name: "x", arguments: '```json\n{"a":1}\n```' },
    { arguments: { a: 1 }, repair: "code fence removed" },
  ],
])("gives a call with %s to the caller instead of failing", async (_name, call, expected) => {
  const server = await startServer(completion(toolCalls(call), { finish: "tool_calls" }));
  expect((await ask(server)).calls).toEqual([{ id: "a", name: "x", ...expected }]);
});

test("takes an answer cut by the token limit for what it is", async () => {
  const server = await startServer(
    completion(toolCalls({ id: "a", name: "x", arguments: '{"command":"rm -rf /tmp/bu' }), { finish: "length" }),
  );
  expect(await ask(server)).toMatchObject({ finish: "length", calls: [{ problem: cutOff }] });
});

test("gives every call an id of its own", async () => {
  const server = await startServer(
    completion(
      toolCalls(
        { id: "a", name: "x" },
        { id: "a", name: "y" },
        { name: "z" },
        { id: "", name: "w" },
        { id: "used", name: "v" },
      ),
    ),
  );
  const messages: ModelMessage[] = [
    ...question,
    { role: "assistant", text: "", calls: [{ id: "used", name: "x", arguments: {} }] },
    { role: "tool", callId: "used", name: "x", text: "" },
  ];
  const { calls } = await ask(server, { messages });
  expect(calls.map(({ id, name }) => [id, name])).toEqual([
    ["a", "x"],
    ["call_3", "y"],
    ["call_4", "z"],
    ["call_5", "w"],
    ["call_6", "v"],
  ]);
});

test("keeps a name that was never sent as the model wrote it", async () => {
  const server = await startServer(completion(toolCalls({ id: "a", name: "weather/get_currnt" })));
  expect((await ask(server)).calls[0]?.name).toBe("weather/get_currnt");
});

test.each([
  [
    "a legacy function call",
    { content: null, function_call: { name: "weather__get_current", arguments: "{}" } },
    { calls: [{ id: "call_1", name: "weather/get_current", arguments: {} }] },
  ],
  [
    "content in parts",
    {
      content: [
        { type: "text", text: "Hel" },
        { type: "text", text: "lo" },
      ],
    },
    { text: "Hello" },
  ],
  ["a refusal", { content: null, refusal: "I cannot." }, { text: "I cannot." }],
])("reads %s", async (_name, message, expected) => {
  const server = await startServer(completion(message));
  expect(await ask(server)).toMatchObject(expected);
});

test("never uses the Responses API, whatever the model is called", async () => {
  const server = await startServer(completion({ content: "Hi." }));
  const model = createChatModel({ models: ["gpt-5.5-pro-codex"], baseURL: server.baseURL });
  await model.respond({ messages: question, tools: [] });
  expect(server.requests[0]?.url).toBe("/v1/chat/completions");
});

test("names the models it asks", () => {
  expect(createChatModel({ models: [" a ", "", "b"] }).name).toBe("a, b");
});

test.each([
  [{ models: [" "] }, "MODEL_NOT_FOUND", "Set OPENAI_MODEL"],
  [{ models: ["m"], baseURL: "localhost:8080" }, "MODEL_UNREACHABLE", "Set OPENAI_BASE_URL"],
  [{ models: ["m"], baseURL: "https://me:pass@host/v1" }, "MODEL_UNREACHABLE", "headers"],
  [{ models: ["m"], baseURL: "no url" }, "MODEL_UNREACHABLE", "Set OPENAI_BASE_URL"],
])("refuses %j at once", (options, code, hint) => {
  expect(() => createChatModel(options)).toThrow(
    expect.objectContaining({ code, hint: expect.stringContaining(hint) as string }) as Error,
  );
});

test("serves many questions at once with one client", async () => {
  const server = await startServer((response, { body }) => {
    const [message] = body["messages"] as [{ content: string }];
    completion({ content: `answer to ${message.content}` })(response, { url: "", headers: {}, body });
  });
  const model = toModel(server);
  const ask1 = (text: string): Promise<string> =>
    model.respond({ messages: [{ role: "user", text }], tools }).then((reply) => reply.text);
  const texts = Array.from({ length: 20 }, (_, index) => `q${index}`);
  expect(await Promise.all(texts.map(ask1))).toEqual(texts.map((text) => `answer to ${text}`));
});

test("reads an answer whose content type is wrong as broken, and says what came", async () => {
  const server = await startServer(raw(200, "<html><body>Login</body></html>", { "content-type": "text/html" }));
  await expect(ask(server)).rejects.toMatchObject({
    code: "MODEL_BROKEN_ANSWER",
    details: ["Seen: <html><body>Login</body></html>", "Tried 2 times."],
  });
});

function toModel(server: ScriptedServer): ChatModel {
  return createChatModel({ models: ["m"], baseURL: server.baseURL, backoffMs: 1 });
}

function ask(server: ScriptedServer, request: Partial<ModelRequest> = {}): ReturnType<ChatModel["respond"]> {
  return toModel(server).respond({ messages: question, tools, ...request });
}
