import { type Awaitable, isPromise } from "../../base/awaitable.ts";
import type { ToolContext } from "../tool.ts";
import { breakerForLate } from "./backend.ts";
import type { Breaker } from "./breaker.ts";
import { CallContext } from "./call-context.ts";
import type { Alarm, DeadlineClock } from "./deadline-clock.ts";
import type { ToolCall } from "./stage.ts";

/** How one attempt ended. */
export type Settled =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "threw"; readonly thrown: unknown }
  | { readonly kind: "timeout" }
  | { readonly kind: "cancelled" };

/** A tool's work, be it `run` or `lookup`. */
export type Work = (context: ToolContext) => Awaitable<unknown>;

/**
 * Runs a tool's work until the call's deadline or until the run is cancelled. The answer comes then even if the work
 * goes on; what it gives later is dropped.
 */
export function invoke(call: ToolCall, work: Work, clock: DeadlineClock): Awaitable<Settled> {
  const context = new CallContext(call);
  try {
    const result = work(context);
    if (!isPromise(result)) return { kind: "value", value: result };
    return new Promise((resolve) => new PendingWork(call, { context, clock, resolve }).follow(Promise.resolve(result)));
  } catch (thrown) {
    return { kind: "threw", thrown };
  }
}

interface PendingParts {
  readonly context: CallContext;
  readonly clock: DeadlineClock;
  readonly resolve: (settled: Settled) => void;
}

/** Work that has not ended yet: whichever comes first of its end, the deadline and the run's end settles it. */
class PendingWork implements Alarm {
  readonly at: number;
  readonly signal: AbortSignal | undefined;
  slot = -1;
  readonly #call: ToolCall;
  readonly #parts: PendingParts;
  /** The breaker that counts it as late. */
  #breaker: Breaker | undefined;
  #state: "open" | "stopped" | "late" | "ended" = "open";

  constructor(call: ToolCall, parts: PendingParts) {
    this.at = call.deadlineAt;
    this.signal = call.scope.signal;
    this.#call = call;
    this.#parts = parts;
  }

  follow(work: Promise<unknown>): void {
    this.#parts.clock.add(this);
    work.then(
      (value) => this.#settle({ kind: "value", value }),
      (thrown: unknown) => this.#settle({ kind: "threw", thrown }),
    );
  }

  ring(cause: "time" | "cancelled"): void {
    const { context, resolve } = this.#parts;
    this.#state = "stopped";
    // The caller's answer is settled first: what the tool does on abort can no longer change it.
    resolve({ kind: cause === "time" ? "timeout" : "cancelled" });
    context.abort(
      cause === "time"
        ? new DOMException("The tool's time is up.", "TimeoutError")
        : new DOMException("The run was cancelled.", "AbortError"),
    );
    // Work that heeds its abort ends before the event loop comes round.
    setImmediate(() => {
      if (this.#state !== "stopped") return;
      this.#state = "late";
      this.#breaker = breakerForLate(this.#call);
      this.#breaker?.addLate(this.#call.now());
    });
  }

  #settle(settled: Settled): void {
    const before = this.#state;
    this.#state = "ended";
    if (before === "late") return this.#tellLate(settled.kind === "value");
    if (before === "stopped") return;
    this.#parts.clock.remove(this);
    this.#parts.resolve(settled);
  }

  /** The result is dropped; that it came is told, since a call in doubt may have had its effect. */
  #tellLate(answered: boolean): void {
    const { scope, request, tool } = this.#call;
    this.#breaker?.endLate();
    scope.emit?.({
      type: "tool-late",
      node: scope.caller.node,
      callId: request.callId,
      tool: tool!.name,
      answered,
      lateMs: this.#call.now() - this.at,
    });
  }
}
