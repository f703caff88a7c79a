import { expect, test } from "vitest";
import { type OpenTelemetryApi, traceRun } from "../../src/trace/open-telemetry.ts";
import type { RunEventBody } from "../../src/trace/run-event.ts";

interface Recorded {
  readonly name: string;
  readonly parent: string | undefined;
  readonly attributes: Record<string, unknown>;
  readonly events: string[];
  status?: unknown;
  ended: boolean;
}

/** An API that keeps what it is told, as an SDK behind the real one would. */
function recorder(): { readonly api: OpenTelemetryApi; readonly spans: Recorded[] } {
  const spans: Recorded[] = [];
  const api: OpenTelemetryApi = {
    context: { active: () => ({ span: undefined }) },
    trace: {
      setSpan: (_context: unknown, span: Recorded) => ({ span }),
      getTracer: () => ({
        startSpan: (name: string, options: { attributes: object }, context: { span?: { recorded: Recorded } }) => {
          const recorded: Recorded = {
            name,
            parent: context.span?.recorded.name,
            attributes: { ...options.attributes },
            events: [],
            ended: false,
          };
          spans.push(recorded);
          return {
            recorded,
            setAttributes: (more: object) => Object.assign(recorded.attributes, more),
            setStatus: (status: unknown) => (recorded.status = status),
            addEvent: (event: string) => recorded.events.push(event),
            end: () => (recorded.ended = true),
          };
        },
      }),
    },
  } as never;
  return { api, spans };
}

const usage = { inputTokens: 10, outputTokens: 5 };
const events: readonly RunEventBody[] = [
  { type: "run-start", workflow: "help", resumed: false, model: "small" },
  { type: "node-start", node: "desk", kind: "skill", visit: 1 },
  { type: "turn", node: "desk", turn: 0, usage, calls: 1, replayed: false },
  { type: "tool-call", node: "desk", callId: "c1", tool: "data/read", input: { phone: "13812345678" } },
  {
    type: "tool-result",
    node: "desk",
    callId: "c1",
    tool: "data/read",
    status: "ok",
    result: "x",
    attempts: 1,
    durationMs: 1,
  },
  { type: "tool-call", node: "desk", callId: "c2", tool: "data/write", input: {} },
  {
    type: "tool-result",
    node: "desk",
    callId: "c2",
    tool: "data/write",
    status: "denied",
    result: "no",
    attempts: 0,
    durationMs: 1,
  },
  { type: "node-end", node: "desk", visit: 1, status: "completed", durationMs: 1 },
  { type: "run-end", status: "completed", usage, durationMs: 1 },
];

test("a run becomes spans by the conventions for generative AI, without arguments or results", () => {
  const { api, spans } = recorder();
  const listen = traceRun(api);
  events.forEach((event, index) =>
    listen({ ...event, run: "t/1", thread: "t", seq: index + 1, at: "2026-05-01T10:00:00.000Z" }),
  );
  expect(spans.map(({ name, parent, ended, status }) => [name, parent, ended, status])).toEqual([
    ["invoke_workflow help", undefined, true, undefined],
    ["invoke_agent desk", "invoke_workflow help", true, undefined],
    ["execute_tool data/read", "invoke_agent desk", true, undefined],
    ["execute_tool data/write", "invoke_agent desk", true, { code: 2, message: "denied" }],
  ]);
  expect(spans[2]!.attributes).toEqual({
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "data/read",
    "gen_ai.tool.call.id": "c1",
    "sopwith.tool.status": "ok",
    "sopwith.tool.attempts": 1,
  });
  expect(spans[1]!.events).toEqual(["gen_ai.turn"]);
  expect(JSON.stringify(spans)).not.toContain("138");
});

test("a span that has no end of its own ends with the run", () => {
  const { api, spans } = recorder();
  const listen = traceRun(api);
  for (const event of [events[0]!, events[1]!, events.at(-1)!])
    listen({ ...event, run: "t/1", thread: "t", seq: 1, at: "" });
  expect(spans.every(({ ended }) => ended)).toBe(true);
});
