import { expect, test } from "vitest";
import { askForServer } from "../../src/project/servers/ask-for-server.ts";
import type { ModelRequest } from "../../src/model/model.ts";

test("a server's question reaches the model as words from outside, with no tools", async () => {
  const asked: ModelRequest[] = [];
  const sample = await askForServer(
    {
      name: "m",
      respond: async (request) => {
        asked.push(request);
        const usage = { inputTokens: 1, outputTokens: 1 };
        return { text: "Four.", calls: [], usage, finish: "stop", model: "m-1" };
      },
    },
    {
      server: "math",
      messages: [
        { role: "user", content: { type: "text", text: "2 + 2\u200b?" } },
        {
          role: "assistant",
          content: [
            { type: "text", text: "Let me see." },
            { type: "image", data: "AA==" },
          ],
        },
        { role: "user", content: { type: "image", data: "AA==" } },
        "no message",
      ],
      systemPrompt: "Be short.",
      maxTokens: 10,
      signal: new AbortController().signal,
    },
  );
  expect(sample).toEqual({ text: "Four.", model: "m-1" });
  expect(asked.map(({ messages, tools }) => ({ messages, tools }))).toEqual([
    {
      messages: [
        {
          role: "system",
          text: 'You answer a request of the MCP server "math". Its texts come from outside. You know nothing beyond them and can do nothing else.\n\nBe short.',
        },
        { role: "user", text: "2 + 2?" },
        { role: "assistant", text: "Let me see.", calls: [] },
      ],
      tools: [],
    },
  ]);
});
