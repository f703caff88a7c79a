import type { CallJournal, CallScope, JournalledCall } from "../../../src/tools/call-scope.ts";
import { createGateway } from "../../../src/tools/gateway/gateway.ts";
import type { SumUpThrown } from "../../../src/tools/sum-up-thrown.ts";
import type { ToolOutcome } from "../../../src/tools/tool-outcome.ts";
import { createToolRegistry } from "../../../src/tools/tool-registry.ts";
import type { AnyTool } from "../../../src/tools/tool.ts";
import type { RunEventBody } from "../../../src/trace/run-event.ts";

/** The least scope a call needs. */
const plainScope: CallScope = { caller: { run: "t/1", thread: "t", node: "desk" }, locale: "en" };

/** One call of a tool among `tools`, the first if no name is given. */
export interface Trial {
  readonly tools: readonly AnyTool[];
  readonly tool?: string;
  readonly input?: unknown;
  readonly problem?: string;
  readonly callId?: string;
  readonly scope?: Partial<CallScope>;
  readonly debug?: SumUpThrown;
}

/** The outcome of one call through a new gateway. */
export function tryCall({
  tools,
  tool = tools[0]!.name,
  input,
  problem,
  callId = "c1",
  scope,
  debug,
}: Trial): Promise<ToolOutcome> {
  const gateway = createGateway({ registry: createToolRegistry({ tools }), ...(debug && { debug }) });
  const request = { callId, tool, input, ...(problem !== undefined && { problem }) };
  return gateway.call(request, { ...plainScope, ...scope });
}

/** An outcome without its duration, for whole-object assertions. */
export function timeless(outcome: ToolOutcome): object {
  return { ...outcome, durationMs: undefined };
}

/** What a journal was told, in order. */
export interface MemoryJournal extends CallJournal {
  readonly rows: Map<string, JournalledCall>;
  readonly log: string[];
}

/** A journal in memory that starts with `rows`. */
export function memoryJournal(rows: Readonly<Record<string, JournalledCall>> = {}): MemoryJournal {
  const kept = new Map(Object.entries(rows));
  const log: string[] = [];
  return {
    rows: kept,
    log,
    find: (callId) => kept.get(callId),
    start: ({ callId, inputHash, attempt }) => {
      log.push(`start ${callId} ${attempt}`);
      kept.set(callId, { status: "started", inputHash, attempts: attempt });
    },
    finish: ({ callId, inputHash, durable }, outcome) => {
      log.push(`finish ${callId} ${outcome.status}${durable ? " durable" : ""}`);
      kept.set(callId, {
        status: "finished",
        attempts: outcome.attempts,
        outcome,
        ...(inputHash !== undefined && { inputHash }),
      });
    },
  };
}

/** Events as they were emitted, with durations and waits taken out. */
export function eventLog(): { readonly events: RunEventBody[]; readonly emit: (event: RunEventBody) => void } {
  const events: RunEventBody[] = [];
  const emit = (event: RunEventBody): void => {
    if (event.type === "tool-result") events.push({ ...event, durationMs: 0 });
    else events.push(event.type === "tool-attempt" && event.nextInMs !== undefined ? { ...event, nextInMs: 0 } : event);
  };
  return { events, emit };
}
