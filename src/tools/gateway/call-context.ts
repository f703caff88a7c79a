import type { Caller, Locale, ToolContext, ToolProgress, ToolQuestion, ToolReply } from "../tool.ts";
import { askMidCall } from "./ask-mid-call.ts";
import type { ToolCall } from "./stage.ts";

/** Reports that come sooner after one another are dropped, in ms: a tool that floods must not flood the trace. */
const progressEveryMs = 100;

/** What one attempt hands to the tool. Its `AbortSignal` is made when the tool first reads it. */
export class CallContext implements ToolContext {
  readonly idempotencyKey: string;
  readonly callId: string;
  readonly attempt: number;
  readonly caller: Caller;
  readonly locale: Locale;
  readonly answer?: string;
  /** Set for tools that have instances; others have no such field. */
  declare readonly backend?: string;
  readonly #call: ToolCall;
  #controller: AbortController | undefined;
  #aborted: unknown;
  #toldAt = -Infinity;

  constructor(call: ToolCall) {
    const { request, scope, attempts, answer, backend } = call;
    this.#call = call;
    this.idempotencyKey = request.callId;
    this.callId = request.callId;
    this.attempt = attempts;
    this.caller = scope.caller;
    this.locale = scope.locale;
    if (answer !== undefined) this.answer = answer;
    if (backend !== undefined) this.backend = backend.backend.address;
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#aborted !== undefined) this.#controller.abort(this.#aborted);
    }
    return this.#controller.signal;
  }

  /** Made when it is first read, as is `ask`; both can be taken out of the context. */
  get progress(): (report: ToolProgress) => void {
    return (report) => this.#tell(report);
  }

  get ask(): (question: ToolQuestion) => Promise<ToolReply | undefined> {
    return (question) => askMidCall(this.#call, question);
  }

  #tell({ progress, total, message }: ToolProgress): void {
    const { scope, request, tool, now } = this.#call;
    if (scope.emit === undefined || now() - this.#toldAt < progressEveryMs) return;
    this.#toldAt = now();
    scope.emit({
      type: "tool-progress",
      node: scope.caller.node,
      callId: request.callId,
      tool: tool!.name,
      progress,
      ...(total !== undefined && { total }),
      ...(message !== undefined && { message }),
    });
  }

  /** Tells the tool to stop. */
  abort(reason: DOMException): void {
    this.#aborted = reason;
    this.#controller?.abort(reason);
  }
}
