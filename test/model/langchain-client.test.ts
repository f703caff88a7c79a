import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { expect, test } from "vitest";
import { createChatModel } from "../../src/model/chat-model.ts";
import type { ModelReply, ModelTool } from "../../src/model/model.ts";
import { keepConsoleQuiet } from "./quiet-console.ts";
import { piece, startServer, stream } from "./scripted-server.ts";

keepConsoleQuiet();

const tools: ModelTool[] = [{ name: "weather/get", description: "", parameters: { type: "object" } }];

test.each(["messages", "updates", "values"] as const)(
  "answers the same inside a graph that is streamed as %s",
  async (streamMode) => {
    const call = (index: number, id: string, text: string): object =>
      piece({ tool_calls: [{ index, id, function: { name: "weather__get", arguments: text } }] });
    const answer = stream(
      piece({ content: "Hel" }),
      piece({ content: "lo" }),
      call(0, "a", "{oops"),
      call(1, "b", "{}"),
      piece({}, "tool_calls"),
      "[DONE]",
    );
    const server = await startServer((response, request) => {
      if (request.body["stream"] === true) return answer(response, request);
      const toolCalls = [
        { id: "a", type: "function", function: { name: "weather__get", arguments: "{oops" } },
        { id: "b", type: "function", function: { name: "weather__get", arguments: "{}" } },
      ];
      const message = { role: "assistant", content: "Hello", tool_calls: toolCalls };
      response.writeHead(200, { "content-type": "application/json" });
      response.end(
        JSON.stringify({ model: "served-model", choices: [{ index: 0, finish_reason: "tool_calls", message }] }),
      );
    });
    const model = createChatModel({ models: ["m"], baseURL: server.baseURL });
    let reply: ModelReply | undefined;
    const graph = new StateGraph(Annotation.Root({ done: Annotation<boolean> }))
      .addNode("ask", async () => {
        reply = await model.respond({ messages: [{ role: "user", text: "Hi" }], tools });
        return { done: true };
      })
      .addEdge(START, "ask")
      .addEdge("ask", END)
      .compile();
    let events = 0;
    for await (const event of await graph.stream({ done: false }, { streamMode })) events += event ? 1 : 0;
    expect(events).toBeGreaterThan(0);
    expect(reply).toEqual({
      text: "Hello",
      calls: [
        { id: "a", name: "weather/get", problem: expect.stringContaining("cut off") as string, rawArguments: "{oops" },
        { id: "b", name: "weather/get", arguments: {} },
      ],
      usage: { inputTokens: 0, outputTokens: 0 },
      finish: "calls",
      model: "served-model",
    });
    expect(server.requests.map(({ body }) => body["stream"])).toEqual([streamMode === "messages"]);
  },
);

test("loads no LangChain before the first question", async () => {
  const script = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load: (url, context, next) => (/node_modules\\/(@langchain|openai)\\//.test(url) && loaded.push(url), next(url, context)) });
    const { createChatModel } = await import(${JSON.stringify(new URL("../../src/model/chat-model.ts", import.meta.url).href)});
    createChatModel({ models: ["m"], apiKey: "k" });
    process.stdout.write(JSON.stringify(loaded));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script]);
  expect(stdout).toBe("[]");
});
