import type { RunEvent } from "./run-event.ts";

/** What is used of the package `@opentelemetry/api`: hand over the package itself. Nothing of it is loaded here. */
export interface OpenTelemetryApi {
  readonly trace: {
    getTracer(name: string, version?: string): Tracer;
    setSpan(context: unknown, span: never): unknown;
  };
  readonly context: { active(): unknown };
}

interface Tracer {
  startSpan(name: string, options?: { attributes?: Attributes }, context?: never): Span;
}

interface Span {
  setAttributes(attributes: Attributes): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  addEvent(name: string, attributes?: Attributes): unknown;
  end(): void;
}

type Attributes = Record<string, string | number | boolean>;

/** OpenTelemetry's code for a span that failed. */
const failed = 2;

/**
 * Makes spans of a run's events, named as OpenTelemetry's conventions for generative AI name them: a run holds its
 * nodes, a node its model turns and tool calls. Arguments and results are left out: they can be personal.
 * Hand it to `onEvent`.
 */
export function traceRun(api: OpenTelemetryApi): (event: RunEvent) => void {
  const tracer = api.trace.getTracer("sopwith");
  const open = new Map<string, Span>();
  const start = (key: string, name: string, facts: { parent?: string; attributes: Attributes }): void => {
    const parent = facts.parent === undefined ? undefined : open.get(facts.parent);
    const context = parent ? api.trace.setSpan(api.context.active(), parent as never) : api.context.active();
    open.set(key, tracer.startSpan(name, { attributes: facts.attributes }, context as never));
  };
  const end = (key: string, attributes: Attributes, problem?: string): void => {
    const span = open.get(key);
    if (!span) return;
    open.delete(key);
    span.setAttributes(problem === undefined ? attributes : { ...attributes, "error.type": problem });
    if (problem !== undefined) span.setStatus({ code: failed, message: problem });
    span.end();
  };
  const endAll = (): void => {
    for (const key of [...open.keys()].toReversed()) end(key, {});
  };
  return (event) =>
    takeEvent(event, { start, end, endAll, note: (key, name, facts) => open.get(key)?.addEvent(name, facts) });
}

interface Spans {
  start(key: string, name: string, facts: { parent?: string; attributes: Attributes }): void;
  end(key: string, attributes: Attributes, problem?: string): void;
  endAll(): void;
  note(key: string, name: string, facts: Attributes): void;
}

function takeEvent(event: RunEvent, spans: Spans): void {
  switch (event.type) {
    case "run-start":
      return spans.start("run", `invoke_workflow ${event.workflow}`, {
        attributes: {
          "gen_ai.operation.name": "invoke_workflow",
          "gen_ai.workflow.name": event.workflow,
          "gen_ai.conversation.id": event.thread,
          ...(event.model !== undefined && { "gen_ai.request.model": event.model }),
        },
      });
    case "node-start":
      return spans.start(`node ${event.node}`, `invoke_agent ${event.node}`, {
        parent: "run",
        attributes: { "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": event.node },
      });
    case "turn":
      return spans.note(`node ${event.node}`, "gen_ai.turn", {
        "gen_ai.usage.input_tokens": event.usage.inputTokens,
        "gen_ai.usage.output_tokens": event.usage.outputTokens,
      });
    case "tool-call":
      return spans.start(`call ${event.callId}`, `execute_tool ${event.tool}`, {
        parent: `node ${event.node}`,
        attributes: {
          "gen_ai.operation.name": "execute_tool",
          "gen_ai.tool.name": event.tool,
          "gen_ai.tool.call.id": event.callId,
        },
      });
    case "tool-result": {
      const facts = { "sopwith.tool.status": event.status, "sopwith.tool.attempts": event.attempts };
      return spans.end(`call ${event.callId}`, facts, event.status === "ok" ? undefined : event.status);
    }
    case "node-end":
      return spans.end(`node ${event.node}`, { "sopwith.node.status": event.status }, problemOf(event.status));
    case "run-end":
      spans.end("run", { "sopwith.run.status": event.status }, event.error?.code);
      return spans.endAll();
    default:
      return undefined;
  }
}

function problemOf(status: string): string | undefined {
  return status === "failed" ? "failed" : undefined;
}
