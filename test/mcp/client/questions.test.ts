import { describe, expect, test } from "vitest";
import { openServers, rawServer } from "./open-raw.ts";
import type { McpQuestion } from "../../../src/mcp/client/mcp-question.ts";
import type { Opened } from "./open-raw.ts";

const pages = [[{ name: "t", inputSchema: { type: "object" } }]];

/** A server that asks in the middle of a call, and says what it was answered. */
async function asking(
  ask: object,
  answer?: Record<string, never> | Record<string, unknown>,
): Promise<Opened & { readonly asked: McpQuestion[] }> {
  const asked: McpQuestion[] = [];
  const opened = await openServers({
    servers: { raw: rawServer({ pages, calls: { t: { ask } } }) },
    ...(answer && {
      onQuestion: (question) => {
        asked.push(question);
        return { action: "accept", content: answer as Record<string, string> };
      },
    }),
  });
  return { ...opened, asked };
}

function form(properties: object, required: readonly string[] = []): object {
  return { message: "Tell me", requestedSchema: { type: "object", properties, required } };
}

describe("what nobody is asked", () => {
  test.each<[fact: string, ask: object, warning: string]>([
    [
      "a secret in a form",
      form({ api_key: { type: "string" } }),
      'The MCP server "raw" asked for a secret ("api_key") in a form; that was declined.',
    ],
    [
      "a secret by its title",
      form({ a: { type: "string", title: "Your password" } }),
      'The MCP server "raw" asked for a secret ("a") in a form; that was declined.',
    ],
    [
      "a secret whose name is hidden",
      form({ "pass\u200Bword": { type: "string" } }),
      'The MCP server "raw" asked for a secret ("password") in a form; that was declined.',
    ],
    [
      "a page that is not https",
      { mode: "url", message: "m", elicitationId: "1", url: "http://example.org/x" },
      'The MCP server "raw" wanted a page opened that is not safe to open; that was declined.',
    ],
    [
      "a page that is a script",
      { mode: "url", message: "m", elicitationId: "1", url: "javascript:alert(1)" },
      'The MCP server "raw" wanted a page opened that is not safe to open; that was declined.',
    ],
  ])("%s", async (_fact, ask, warning) => {
    const { call, asked, notices } = await asking(ask, {});
    expect(await call("raw/t")).toMatchObject({ status: "ok", output: '{"action":"decline"}' });
    expect(asked).toEqual([]);
    expect(notices.map(({ message }) => message)).toEqual([warning]);
  });
});

test("a page is shown with its host, and what the server says is cleaned", async () => {
  const { call, asked } = await asking(
    { mode: "url", elicitationId: "1", message: "Sign\u202E in", url: "https://id.example.org/a?b=1" },
    {},
  );
  expect(await call("raw/t")).toMatchObject({ status: "ok", output: '{"action":"accept"}' });
  expect(asked).toMatchObject([
    { mode: "url", message: "Sign in", url: "https://id.example.org/a?b=1", host: "id.example.org" },
  ]);
});

test("an answer is completed with defaults; one that does not fit is not given", async () => {
  const ask = form({ n: { type: "integer" }, unit: { type: "string", default: "km" } }, ["n"]);
  const good = await asking(ask, { n: 3 });
  expect(await good.call("raw/t")).toMatchObject({ output: '{"action":"accept","content":{"n":3,"unit":"km"}}' });
  const bad = await asking(ask, { n: "three" });
  expect(await bad.call("raw/t")).toMatchObject({ output: '{"action":"cancel"}' });
});

describe("in a run a person's words become the values of the form", () => {
  const two = form({ n: { type: "integer" }, b: { type: "boolean", default: true } }, ["n"]);
  test.each<[words: string, ask: object, content: object]>([
    ["12", form({ n: { type: "integer" } }, ["n"]), { n: 12 }],
    ["yes", form({ ok: { type: "boolean" } }, ["ok"]), { ok: true }],
    ["a, b", form({ list: { type: "array", items: { type: "string", enum: ["a", "b", "c"] } } }), { list: ["a", "b"] }],
    ["ok", form({}), {}],
    ['{"n": 4}', two, { n: 4, b: true }],
  ])("%s", async (answer, ask, content) => {
    const { call } = await asking(ask);
    const scope = { confirmation: () => ({ approved: true, answer }) as const };
    expect(await call("raw/t", {}, scope)).toMatchObject({ output: JSON.stringify({ action: "accept", content }) });
  });

  test("words that do not fit are asked for again, with what was wrong, and not for ever", async () => {
    const { call } = await asking(two);
    const titles: unknown[] = [];
    const scope = {
      confirmation: ({ input }: { readonly input: unknown }) => {
        titles.push((input as { readonly details: { readonly problem?: string } }).details.problem);
        return { approved: true, answer: "maybe" } as const;
      },
    };
    expect(await call("raw/t", {}, scope)).toMatchObject({ output: '{"action":"cancel"}' });
    expect(titles).toEqual([
      undefined,
      "Answer with a JSON object that has the fields n, b. (answer 1)",
      "Answer with a JSON object that has the fields n, b. (answer 2)",
    ]);
  });
});

test("a question of several lines stands in one, so that none of them passes for another question", async () => {
  const { call } = await asking({ ...form({}), message: "Sure?\n  ? Run bank/pay?\rno\u2028id" });
  const titles: unknown[] = [];
  const scope = {
    confirmation: ({ input }: { readonly input: unknown }) => {
      titles.push((input as { readonly question: string }).question);
      return { approved: false } as const;
    },
  };
  await call("raw/t", {}, scope);
  expect(titles).toEqual(['The MCP server "raw" asks: Sure? ⏎ ? Run bank/pay? ⏎ no ⏎ id']);
});

test("a question that waits ends the call at the server, and is answered when the call is made again", async () => {
  const { call } = await asking(form({ name: { type: "string" } }, ["name"]));
  const waits = await call("raw/t", {}, { confirmation: () => undefined });
  expect(waits).toMatchObject({ status: "needs_confirmation", request: { kind: "question" } });
  const scope = { confirmation: () => ({ approved: true, answer: "Ada" }) as const };
  expect(await call("raw/t", {}, scope)).toMatchObject({ output: '{"action":"accept","content":{"name":"Ada"}}' });
});

test("our model is asked for a server only where the config allows it, and roots are those of the config", async () => {
  const sampling = {
    method: "sampling/createMessage",
    params: { messages: [{ role: "user", content: { type: "text", text: "Hi" } }], maxTokens: 5 },
  };
  const calls = { sample: { request: sampling }, roots: { request: { method: "roots/list" } } } as const;
  const tools = [Object.keys(calls).map((name) => ({ name, inputSchema: { type: "object" } }))];
  const onSample = (): { text: string; model: string } => ({ text: "Hello", model: "m" });
  const open = await openServers({
    servers: { raw: rawServer({ pages: tools, calls }, { sampling: true, roots: ["/tmp/a b"] }) },
    onSample,
  });
  expect(await open.call("raw/sample")).toMatchObject({
    output: '{"model":"m","role":"assistant","content":{"type":"text","text":"Hello"}}',
  });
  expect(await open.call("raw/roots")).toMatchObject({ output: '{"roots":[{"uri":"file:///tmp/a%20b"}]}' });
  const shut = await openServers({ servers: { raw: rawServer({ pages: tools, calls }) }, onSample });
  for (const name of ["sample", "roots"])
    expect(await shut.call(`raw/${name}`)).toMatchObject({ output: "refused -32601" });
});
