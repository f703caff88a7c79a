import * as api from "@opentelemetry/api";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import type { AnyTool } from "../../src/tools/tool.ts";
import { toolError } from "../../src/tools/tool-error.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { createRunner, type Runner } from "../../src/workflow/runner.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { workflowNode } from "../../src/workflow/workflow-node.ts";
import { type Answer, modelByNode, skillsOf, TestState, type TestStateValue } from "../workflow/kit.ts";

const exporter = new InMemorySpanExporter();
api.trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
afterEach(() => exporter.reset());

const input = z.object({ phone: z.string().optional() });
const phone = "13812345678";
let tries = 0;
const tools: readonly AnyTool[] = [
  defineTool({
    name: "data/read",
    description: "d",
    effect: "read",
    input,
    policy: { retry: { maxAttempts: 2, backoffMs: 0 } },
    run: () => {
      tries += 1;
      if (tries === 1) throw new Error(`no line to ${phone}`);
      return { phone };
    },
  }),
  defineTool({
    name: "data/first",
    description: "d",
    effect: "read",
    input,
    policy: { fallback: ["data/read"] },
    run: () => {
      throw toolError({ code: "DOWN", message: "down", effect: "none" });
    },
  }),
  defineTool({
    name: "data/pay",
    description: "d",
    effect: "write",
    input,
    policy: { confirm: "always" },
    run: () => 1,
  }),
];

function runner(script: Readonly<Record<string, readonly Answer[]>>, telemetry = true): Runner<typeof TestState> {
  const desk = skillNode({ skill: "help", input: (state: TestStateValue) => state.request, save: () => ({}) });
  const one = { state: TestState, start: "desk", tools, nodes: { desk }, edges: { desk: "end" } } as const;
  const inner = defineWorkflow({ name: "inner", ...one });
  const nodes = { desk, sub: workflowNode({ workflow: inner, input: () => ({}), save: () => ({}) }) };
  const workflow = defineWorkflow({ ...one, name: "help", nodes, edges: { desk: "sub", sub: "end" } });
  const parts = {
    workflow,
    skills: skillsOf({ help: "Help." }),
    model: modelByNode(script),
    store: createMemoryStore(),
  };
  return createRunner({ ...parts, ...(telemetry && { governance: { telemetry: api } }) });
}

const call = (name: string): Answer => ({ calls: [{ name, arguments: { phone } }] });
const done: Answer = { text: "done" };

/** Each span with the name of its parent, and what it is said to have failed of. */
function tree(): unknown[] {
  const spans = exporter.getFinishedSpans().toSorted((a, b) => byTime(a.startTime, b.startTime));
  const names = new Map(spans.map((span) => [span.spanContext().spanId, span.name]));
  return spans.map((span) => [
    span.name,
    span.parentSpanContext && names.get(span.parentSpanContext.spanId),
    span.status.code === api.SpanStatusCode.ERROR ? span.attributes["error.type"] : undefined,
  ]);
}

function byTime([seconds, nanos]: api.HrTime, [otherSeconds, otherNanos]: api.HrTime): number {
  return seconds - otherSeconds || nanos - otherNanos;
}

function attributesOf(name: string): api.Attributes[] {
  return exporter.getFinishedSpans().flatMap((span) => (span.name === name ? [span.attributes] : []));
}

test("a run becomes a tree of spans by the conventions for generative AI, without arguments, results or texts", async () => {
  await runner({ desk: [call("data/first"), done], "sub/desk": [call("data/none"), done] }).start({}, { thread: "t" });
  const all = tree();
  expect(all).toHaveLength(11);
  expect(all).toEqual(
    expect.arrayContaining([
      ["invoke_workflow help", undefined, undefined],
      ["invoke_agent desk", "invoke_workflow help", undefined],
      ["chat", "invoke_agent desk", undefined],
      ["execute_tool data/first", "invoke_agent desk", "failed"],
      ["execute_tool data/read", "invoke_agent desk", undefined],
      ["workflow sub", "invoke_workflow help", undefined],
      ["invoke_agent sub/desk", "workflow sub", undefined],
      ["execute_tool data/none", "invoke_agent sub/desk", "invalid"],
    ]),
  );
  expect(attributesOf("invoke_workflow help")).toEqual([
    {
      "gen_ai.operation.name": "invoke_workflow",
      "gen_ai.provider.name": "openai",
      "gen_ai.agent.name": "help",
      "gen_ai.conversation.id": "t",
      "gen_ai.request.model": "scripted",
      "sopwith.run.id": "t/1",
      "sopwith.run.resumed": false,
      "sopwith.run.status": "completed",
    },
  ]);
  expect(attributesOf("invoke_agent desk")).toEqual([
    {
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.provider.name": "openai",
      "gen_ai.agent.name": "desk",
      "gen_ai.conversation.id": "t",
      "sopwith.node.name": "desk",
      "sopwith.node.kind": "skill",
      "sopwith.node.visit": 1,
      "sopwith.node.status": "completed",
      "sopwith.skill.name": "help",
      "sopwith.skill.hash": expect.any(String),
    },
  ]);
  expect(attributesOf("chat")[0]).toEqual({
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "openai",
    "gen_ai.conversation.id": "t",
    "gen_ai.usage.input_tokens": 10,
    "gen_ai.usage.output_tokens": 5,
    "sopwith.turn": 0,
    "sopwith.turn.calls": 1,
  });
  expect(attributesOf("execute_tool data/read")).toEqual([
    {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "data/read",
      "gen_ai.tool.type": "function",
      "gen_ai.tool.call.id": expect.stringMatching(/~1$/),
      "gen_ai.conversation.id": "t",
      "sopwith.tool.fallback_of": expect.any(String),
      "sopwith.tool.status": "ok",
      "sopwith.tool.attempts": 2,
    },
  ]);
  const kinds = new Set(exporter.getFinishedSpans().map(({ name, kind }) => `${name === "chat"} ${kind}`));
  expect([...kinds].toSorted()).toEqual([`false ${api.SpanKind.INTERNAL}`, `true ${api.SpanKind.CLIENT}`]);
  const read = exporter.getFinishedSpans().find(({ name }) => name === "execute_tool data/read");
  expect(read?.events.map(({ name, attributes }) => [name, attributes])).toEqual([
    ["sopwith.attempt_failed", { "sopwith.tool.attempt": 1 }],
  ]);
  const told = exporter
    .getFinishedSpans()
    .map(({ name, attributes, events, status }) => ({ name, attributes, events, status }));
  expect(JSON.stringify(told)).not.toContain("138");
});

test("a wait is no error, and what goes on after it is a tree of its own in which nothing is told twice", async () => {
  const waiting = runner({ desk: [call("data/pay"), done], "sub/desk": [done] });
  const result = await waiting.start({}, { thread: "t" });
  expect(tree()).toEqual(
    expect.arrayContaining([
      ["invoke_workflow help", undefined, undefined],
      ["execute_tool data/pay", "invoke_agent desk", undefined],
    ]),
  );
  exporter.reset();
  const { id } = result.status === "waiting" ? result.approvals[0] : { id: "" };
  await waiting.resume("t", { [id]: { approved: true, by: "mira" } });
  expect(attributesOf("invoke_workflow help")).toMatchObject([{ "sopwith.run.resumed": true }]);
  // The model's first turn was taken before the wait.
  expect(tree().filter((span) => JSON.stringify(span) === '["chat","invoke_agent desk",null]')).toHaveLength(1);
  expect(attributesOf("execute_tool data/pay").at(-1)).toMatchObject({ "sopwith.tool.status": "ok" });
});

test("spans of a run that is stopped end, and a run that fails says of what", async () => {
  const stop = new AbortController();
  const stopped = runner({ desk: [call("data/read")] }).start(
    {},
    { thread: "t", signal: stop.signal, onEvent: ({ type }) => type === "tool-call" && stop.abort() },
  );
  await expect(stopped).rejects.toMatchObject({ code: "RUN_STOPPED" });
  expect(tree().map((span) => (span as string[])[0])).toEqual(
    expect.arrayContaining(["invoke_workflow help", "invoke_agent desk"]),
  );
  exporter.reset();
  await runner({ desk: [] }).start({}, { thread: "u" });
  expect(tree()).toEqual(
    expect.arrayContaining([
      ["invoke_workflow help", undefined, expect.any(String)],
      ["invoke_agent desk", "invoke_workflow help", "failed"],
    ]),
  );
});

test("nothing is told where telemetry is not configured", async () => {
  await runner({ desk: [done], "sub/desk": [done] }, false).start({}, { thread: "t" });
  expect(exporter.getFinishedSpans()).toEqual([]);
});
