import type { Caller, Locale, ToolContext } from "../tool.ts";
import type { ToolCall } from "./stage.ts";

/** What one attempt hands to the tool. Its `AbortSignal` is made when the tool first reads it. */
export class CallContext implements ToolContext {
  readonly idempotencyKey: string;
  readonly callId: string;
  readonly attempt: number;
  readonly caller: Caller;
  readonly locale: Locale;
  readonly answer?: string;
  #controller: AbortController | undefined;
  #aborted: unknown;

  constructor({ request, scope, attempts, answer }: ToolCall) {
    this.idempotencyKey = request.callId;
    this.callId = request.callId;
    this.attempt = attempts;
    this.caller = scope.caller;
    this.locale = scope.locale;
    if (answer !== undefined) this.answer = answer;
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#aborted !== undefined) this.#controller.abort(this.#aborted);
    }
    return this.#controller.signal;
  }

  /** Tells the tool to stop. */
  abort(reason: DOMException): void {
    this.#aborted = reason;
    this.#controller?.abort(reason);
  }
}
