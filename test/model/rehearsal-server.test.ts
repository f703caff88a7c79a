import { afterEach, expect, test } from "vitest";
import { formatError } from "../../src/base/errors.ts";
import { createChatModel } from "../../src/model/chat-model.ts";
import type { ChatModel, ModelMessage, ModelReply, ModelTool } from "../../src/model/model.ts";
import { parseRehearsal } from "../../src/model/parse-rehearsal.ts";
import { skillPrompt } from "../../src/model/prompt.ts";
import { type RehearsalServer, startRehearsalServer } from "../../src/model/rehearsal-server.ts";

const open: RehearsalServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

const tools: ModelTool[] = ["weather/get_current", "events/cancel", "node/finish"].map((name) => ({
  name,
  description: name,
  parameters: { type: "object" },
}));

const storm = `
workflow: event-safety
turns:
  - node: assess
    say: I look up the weather.
    call: { tool: weather/get_current, with: { city: "{{ input.city }}" } }
  - node: assess
    when: { tool: weather/get_current, contains: Storm, status: ok }
    call:
      - { tool: events/cancel, with: { eventId: "{{ input.id }}", text: "{{weather/get_current.wind.0}} m/s: {{ weather/get_current }}" } }
      - { tool: events/cancle, raw: '{"eventId": ' }
  - node: assess
    when: { tool: events/cancle, status: failed }
    say: "Cancelled. Wind: {{ weather/get_current.wind.0 }}"
  - skill: reporting
    say: A report.
`;

test("plays the turns of a node, fills templates and reads results back", async () => {
  const { model, server } = await start(storm);
  const messages: ModelMessage[] = [
    { role: "system", text: prompt("assess") },
    { role: "user", text: '{"city":"Bergen","id":7}' },
  ];
  const first = await model.respond({ messages, tools });
  expect(first).toEqual({
    text: "I look up the weather.",
    calls: [{ id: "call_1", name: "weather/get_current", arguments: { city: "Bergen" } }],
    usage: { inputTokens: expect.any(Number) as number, outputTokens: expect.any(Number) as number },
    finish: "calls",
    model: "rehearsal#1",
  });
  messages.push(toMessage(first), result(first, 0, '{"condition":"Storm","wind":[27]}\nNote: from the fallback'));
  const second = await model.respond({ messages, tools });
  expect(second.calls).toEqual([
    {
      id: "call_2",
      name: "events/cancel",
      arguments: { eventId: 7, text: '27 m/s: {"condition":"Storm","wind":[27]}' },
    },
    {
      id: "call_3",
      name: "events/cancle",
      problem: "The arguments were cut off before their end, so nothing was run. Send the call again, shorter.",
      rawArguments: '{"eventId": ',
    },
  ]);
  messages.push(
    toMessage(second),
    result(second, 0, '{"ok":true}'),
    result(second, 1, "events/cancle was not run. There is no such tool."),
  );
  const texts: string[] = [];
  const third = await model.respond({ messages, tools, onText: (delta) => texts.push(delta) });
  expect(third).toMatchObject({ text: "Cancelled. Wind: 27", calls: [], finish: "stop", model: "rehearsal#3" });
  expect(texts).toEqual(["Cancelled.", " Wind:", " 27"]);
  expect(server.unused()).toEqual(['turn 4 (line 15) was not needed: skill reporting, say "A report."']);
  expect(server.error()).toBeUndefined();
});

test("streams calls and text alike", async () => {
  const { model } = await start(storm);
  const messages: ModelMessage[] = [
    { role: "system", text: prompt("outer/assess") },
    { role: "user", text: '{"city":"Oslo"}' },
  ];
  const texts: string[] = [];
  const reply = await model.respond({ messages, tools, onText: (delta) => texts.push(delta) });
  expect(reply.calls).toEqual([{ id: "call_1", name: "weather/get_current", arguments: { city: "Oslo" } }]);
  expect(texts.join("")).toBe("I look up the weather.");
  expect(reply.usage.inputTokens).toBeGreaterThan(0);
});

test("tells by the skill which turn is meant", async () => {
  const { model } = await start(storm);
  const system = skillPrompt({ node: "other", skill: { name: "reporting", body: "1. Report." }, locale: "en" });
  const reply = await model.respond({ messages: [{ role: "system", text: system }], tools: [] });
  expect(reply).toMatchObject({ text: "A report.", model: "rehearsal#4" });
});

test("fails with the difference when no turn fits, and is not asked again", async () => {
  const { model, server } = await start(storm);
  const messages: ModelMessage[] = [
    { role: "system", text: prompt("assess") },
    { role: "user", text: '{"city":"Bergen","id":7}' },
  ];
  const first = await model.respond({ messages, tools });
  messages.push(toMessage(first), result(first, 0, '{"condition":"Clear"}'));
  const notices: string[] = [];
  const failure: unknown = await model
    .respond({ messages, tools, onNotice: (text) => notices.push(text) })
    .catch((error: unknown) => error);
  expect(formatError(failure)).toBe(
    [
      'REHEARSAL_MISMATCH  The rehearsal has no turn for what happens in node "assess".',
      "  at storm.yaml:7",
      '  Came: weather/get_current answered {"condition":"Clear"}',
      '  Turn 2 (line 7) waits for a result of weather/get_current that contains "Storm".',
      "  Turn 3 (line 12) waits for a result of events/cancle.",
      '  Turn 4 (line 15) is for skill "reporting"; none is in the prompt.',
      "  Change the rehearsal where the workflow is right, or the workflow where the rehearsal is right.",
    ].join("\n"),
  );
  expect(notices).toEqual([]);
  expect(formatError(server.error())).toBe(formatError(failure));
});

test("fails when a template has no value", async () => {
  const { model } = await start(storm);
  const failure: unknown = await model
    .respond({
      messages: [
        { role: "system", text: prompt("assess") },
        { role: "user", text: '{"town":"Bergen"}' },
      ],
      tools,
    })
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({
    code: "REHEARSAL_MISMATCH",
    message: "Turn 1 of the rehearsal uses what is not there.",
    details: ['{{ input.city }} has no value: the newest text is {"town":"Bergen"}'],
    where: { file: "storm.yaml", line: 4 },
  });
});

test("answers as often as a turn says, then goes on", async () => {
  const { model } = await start(
    "workflow: x\nturns: [{ say: one, times: 2 }, { say: two }, { say: rest, repeat: true }]\n",
  );
  const texts: string[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    texts.push((await model.respond({ messages: [{ role: "user", text: "go on" }], tools: [] })).text);
  }
  expect(texts).toEqual(["one", "one", "two", "rest", "rest"]);
});

test("says that all turns are used up", async () => {
  const { model } = await start("workflow: x\nturns: [{ say: one }]\n");
  const ask = (): Promise<ModelReply> => model.respond({ messages: [{ role: "user", text: "Go on" }], tools: [] });
  await ask();
  await expect(ask()).rejects.toMatchObject({
    message: "The rehearsal has no turn for what happens.",
    details: ["Came: the user's text Go on", "All turns are used up."],
  });
});

test("goes on where an earlier process stopped", async () => {
  const text = "workflow: x\nturns: [{ say: one, times: 2 }, { say: two }, { say: three }]\n";
  const { model, server } = await start(text, ["rehearsal#1", "some-model", "rehearsal#1", "rehearsal#9"]);
  expect(await model.respond({ messages: [{ role: "user", text: "go on" }], tools: [] })).toMatchObject({
    text: "two",
  });
  expect(server.unused()).toEqual(['turn 3 (line 2) was not needed: say "three"']);
});

test("waits for what the user says", async () => {
  const { model } = await start(
    "workflow: x\nturns: [{ when: { user: refund }, say: A }, { when: { contains: [order, '7'] }, say: B }]\n",
  );
  const reply = await model.respond({ messages: [{ role: "user", text: "Where is order 7?" }], tools: [] });
  expect(reply.text).toBe("B");
});

test("serves nothing but chat completions, and closes", async () => {
  const { server } = await start("workflow: x\nturns: [{ say: one }]\n");
  const other = await fetch(`${server.baseURL}/models`);
  expect([other.status, await other.json()]).toEqual([
    404,
    { error: { message: "A rehearsal serves POST /v1/chat/completions only." } },
  ]);
  const garbage = await fetch(`${server.baseURL}/chat/completions`, { method: "POST", body: "{" });
  expect(garbage.status).toBe(400);
  await server.close();
  await expect(fetch(`${server.baseURL}/models`)).rejects.toThrow("fetch failed");
});

async function start(
  text: string,
  played: readonly string[] = [],
): Promise<{ model: ChatModel; server: RehearsalServer }> {
  const server = await startRehearsalServer(parseRehearsal(text, { file: "storm.yaml" }), { played });
  open.push(server);
  return { server, model: createChatModel({ models: ["rehearsal"], baseURL: server.baseURL }) };
}

function prompt(node: string): string {
  return skillPrompt({ node, instruction: "Decide.", locale: "en" });
}

function toMessage(reply: ModelReply): ModelMessage {
  return { role: "assistant", text: reply.text, calls: reply.calls };
}

function result(reply: ModelReply, position: number, text: string): ModelMessage {
  const call = reply.calls[position]!;
  return { role: "tool", callId: call.id, name: call.name, text };
}
