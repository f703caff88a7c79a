import type { RunEvent } from "./run-event.ts";
import { spanOfCall, spanOfNode, spanOfRun, spanOfTurn, type SpanSpec, type Attributes } from "./run-spans.ts";

/** What is used of the package `@opentelemetry/api`: hand over the package itself. Nothing of it is loaded here. */
export interface OpenTelemetryApi {
  readonly trace: {
    getTracer(name: string, version?: string): Tracer;
    setSpan(context: never, span: never): unknown;
  };
  readonly context: { active(): unknown };
}

interface Tracer {
  startSpan(
    name: string,
    options?: { kind?: number; attributes?: Attributes; startTime?: Date },
    context?: never,
  ): Span;
}

interface Span {
  setAttributes(attributes: Attributes): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  addEvent(name: string, attributes?: Attributes, startTime?: Date): unknown;
  end(endTime?: Date): void;
}

/** Takes a run's events. `end` ends the spans of a run that stopped without an end of its own. */
export type RunTracer = ((event: RunEvent) => void) & { readonly end: () => void };

/** OpenTelemetry's code for a span that failed. */
const failed = 2;

/**
 * Makes spans of a run's events, named as OpenTelemetry's conventions for generative AI name them: a run holds its
 * nodes, a node its model turns and tool calls. Arguments, results and texts are left out: they can be personal.
 * Hand it to `onEvent`.
 */
export function traceRun(api: OpenTelemetryApi): RunTracer {
  const spans = new OpenSpans(api);
  return Object.assign((event: RunEvent): void => takeEvent(event, spans), { end: () => spans.endAll() });
}

/** The spans of one run that have not ended. */
class OpenSpans {
  readonly #api: OpenTelemetryApi;
  readonly #tracer: Tracer;
  readonly #open = new Map<string, Span>();
  /** When a node last did something: its model is asked right after that. */
  readonly #lastAt = new Map<string, Date>();

  constructor(api: OpenTelemetryApi) {
    this.#api = api;
    this.#tracer = api.trace.getTracer("sopwith");
  }

  start(key: string, spec: SpanSpec, at: Date): void {
    const parents = (spec.parents ?? []).map((parent) => this.#open.get(parent));
    const parent = parents.find((span) => span !== undefined);
    const active = this.#api.context.active();
    const context = parent ? this.#api.trace.setSpan(active as never, parent as never) : active;
    const { name, kind, attributes } = spec;
    this.#open.set(key, this.#tracer.startSpan(name, { kind, attributes, startTime: at }, context as never));
  }

  /** What the model took for its turn: from what the node did before. */
  turn(node: string, spec: SpanSpec, at: Date): void {
    this.start("turn", spec, this.#lastAt.get(node) ?? at);
    this.end("turn", { at });
  }

  mark(node: string, at: Date): void {
    this.#lastAt.set(node, at);
  }

  note(key: string, name: string, { attributes, at }: { readonly attributes: Attributes; readonly at: Date }): void {
    this.#open.get(key)?.addEvent(name, attributes, at);
  }

  set(key: string, attributes: Attributes): void {
    this.#open.get(key)?.setAttributes(attributes);
  }

  end(key: string, { at, problem }: { readonly at?: Date; readonly problem?: string | undefined }): void {
    const span = this.#open.get(key);
    if (!span) return;
    this.#open.delete(key);
    if (problem !== undefined) {
      span.setAttributes({ "error.type": problem });
      span.setStatus({ code: failed, message: problem });
    }
    span.end(at);
  }

  endAll(at?: Date): void {
    for (const key of [...this.#open.keys()].toReversed()) this.end(key, at ? { at } : {});
  }
}

function takeEvent(event: RunEvent, spans: OpenSpans): void {
  const at = new Date(event.at);
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the others are steps on the way, or hold texts
  switch (event.type) {
    case "run-start":
      spans.start("run", spanOfRun(event), at);
      break;
    case "node-start":
      spans.start(`node ${event.node}`, spanOfNode(event), at);
      break;
    case "skill-load":
      spans.set(`node ${event.node}`, { "sopwith.skill.name": event.skill, "sopwith.skill.hash": event.hash });
      break;
    case "turn":
      if (!event.replayed) spans.turn(event.node, spanOfTurn(event), at);
      break;
    case "tool-call":
      spans.start(`call ${event.callId}`, spanOfCall(event), at);
      break;
    case "tool-attempt": {
      const attributes = { "sopwith.tool.attempt": event.attempt };
      spans.note(`call ${event.callId}`, "sopwith.attempt_failed", { attributes, at });
      break;
    }
    case "tool-result":
      endCall(event, spans, at);
      break;
    case "node-end":
      spans.set(`node ${event.node}`, { "sopwith.node.status": event.status });
      spans.end(`node ${event.node}`, { at, problem: event.status === "failed" ? "failed" : undefined });
      break;
    case "run-end":
      spans.set("run", { "sopwith.run.status": event.status });
      spans.end("run", { at, problem: event.error?.code });
      spans.endAll(at);
      break;
    default:
      break;
  }
  if ("node" in event && event.node !== undefined) spans.mark(event.node, at);
}

/** A call that waits for a person has not failed; it is made again. */
function endCall(event: Extract<RunEvent, { type: "tool-result" }>, spans: OpenSpans, at: Date): void {
  const { status, attempts, replayed } = event;
  const key = `call ${event.callId}`;
  spans.set(key, {
    "sopwith.tool.status": status,
    "sopwith.tool.attempts": attempts,
    ...(replayed && { "sopwith.tool.replayed": true }),
  });
  const fine = status === "ok" || status === "needs_confirmation";
  spans.end(key, { at, problem: fine ? undefined : status });
}
