import { randomUUID } from "node:crypto";
import {
  type CallToolResult,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Confirmation } from "../../tools/call-scope.ts";
import type { Taint } from "../../tools/taint.ts";
import type { ConfirmationRequest, ToolOutcome } from "../../tools/tool-outcome.ts";
import { answerLifetimeMs } from "./asked-calls.ts";
import { errorResult, toCallResult } from "./call-result.ts";
import { confirmationForm, readConfirmation } from "./confirmation-form.ts";
import { deciderOf, type McpCaller } from "./mcp-caller.ts";
import type { RequestState } from "./request-state.ts";
import { createProgressTeller } from "./run-progress.ts";
import { scopeOf, type ServedTool } from "./served-tools.ts";
import type { ServedProject } from "./served-project.ts";

/** A call as it came over MCP. */
export interface McpCall {
  readonly caller: McpCaller;
  readonly input: unknown;
  readonly context: ServerContext;
  /** What the calls of this connection have met. */
  readonly taint: Taint;
}

type CallState = Extract<RequestState, { readonly kind: "call" }>;

/** The place of the one question in what a client hands back. */
const QUESTION = "confirm";

/**
 * Walks the gateway with one call. Where a person must be asked, the client is asked to ask its user, if it can; the call
 * is made when it comes back with a yes to exactly these arguments.
 */
export async function callTool(
  served: ServedProject,
  { tool, name }: ServedTool,
  call: McpCall,
): Promise<CallToolResult | InputRequiredResult> {
  const { caller, context } = call;
  const state = readState(served, tool.name, context);
  const callId = state?.callId ?? `mcp-${randomUUID()}`;
  const word = state && inputResponse(context.mcpReq.inputResponses, QUESTION);
  const confirmation = (request: ConfirmationRequest): Confirmation | undefined =>
    // A yes to other arguments than these is none.
    word?.kind === "elicit" && request.inputHash === state?.inputHash
      ? readConfirmation(request, word, deciderOf(caller))
      : undefined;
  const make = (): Promise<ToolOutcome> =>
    served.gateway.call(
      { callId, tool: tool.name, input: call.input },
      {
        ...scopeOf(served, caller, callId),
        confirmation,
        taint: call.taint,
        signal: context.mcpReq.signal,
        emit: createProgressTeller(context).emit,
      },
    );
  const outcome = await (state ? served.asked.once(callId, make) : make());
  const asShown = { tool, name, locale: served.locale };
  if (outcome.status !== "needs_confirmation") return toCallResult(outcome, asShown);
  const wasCancelled = word?.kind === "elicit" && word.action === "cancel";
  if (caller.asks && !wasCancelled) return ask(served, outcome.request, context);
  const why = wasCancelled ? "They were asked and did not decide." : "This client cannot ask its user (elicitation).";
  const [first] = toCallResult(outcome, asShown).content;
  return errorResult(`${first?.type === "text" ? first.text : ""} It was not run. ${why}`);
}

async function ask(
  { state, process }: ServedProject,
  request: ConfirmationRequest,
  context: ServerContext,
): Promise<InputRequiredResult> {
  const { callId, tool, inputHash } = request;
  const until = Date.now() + answerLifetimeMs;
  return inputRequired({
    inputRequests: { [QUESTION]: inputRequired.elicit(confirmationForm(request)) },
    requestState: await state.mint({ kind: "call", process, callId, tool, inputHash, until }, context),
  });
}

/** What the client handed back of a question about a call of this tool. */
function readState({ process }: ServedProject, tool: string, context: ServerContext): CallState | undefined {
  const state = context.mcpReq.requestState<RequestState>();
  if (state === undefined) return undefined;
  // Only this process knows whether the call has been made since.
  if (state.kind === "call" && state.tool === tool && state.process === process && state.until > Date.now())
    return state;
  throw invalidState();
}

/** The client handed back what is not good here, or not any more. */
export function invalidState(): ProtocolError {
  const reason = { reason: "invalid_request_state" };
  return new ProtocolError(ProtocolErrorCode.InvalidParams, "Invalid or expired requestState", reason);
}
