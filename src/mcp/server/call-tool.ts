import { randomUUID } from "node:crypto";
import {
  type CallToolResult,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Taint } from "../../tools/taint.ts";
import type { ConfirmationRequest, ToolOutcome } from "../../tools/tool-outcome.ts";
import { answerLifetimeMs } from "./asked-calls.ts";
import { type AskedQuestions, withClient } from "./with-client.ts";
import { errorResult, toCallResult } from "./call-result.ts";
import { confirmationForm, type FormAnswer, readConfirmation } from "./confirmation-form.ts";
import { deciderOf, type McpCaller } from "./mcp-caller.ts";
import type { RequestState } from "./request-state.ts";
import { tellCallProgress } from "./run-progress.ts";
import { scopeOf, type ServedTool } from "./served-tools.ts";
import type { ServedProject } from "./served-project.ts";
import { unknownTool } from "./unknown-tool.ts";

/** A call as it came over MCP. */
export interface McpCall {
  readonly caller: McpCaller;
  readonly input: unknown;
  readonly context: ServerContext;
  /** What the calls of this connection have met. */
  readonly taint: Taint;
  /** The connection it came over. */
  readonly server: Server;
}

type CallState = Extract<RequestState, { readonly kind: "call" }>;

/** The place of the one question in what a client hands back. */
const QUESTION = "confirm";

/** A question is put so often at most while the answers decide nothing, as those of a form that was sent empty. */
const mostMisread = 3;

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
  const given = state && inputResponse(context.mcpReq.inputResponses, QUESTION);
  const form = given?.kind === "elicit" ? given : undefined;
  const words = wordsOf(state, form, caller);
  const exchange = { server: call.server, context, state: state?.given };
  const make = async (): Promise<ToolOutcome> => {
    const { value, asked } = await withClient(exchange, walk);
    if (asked) questions.set(value, asked);
    return value;
  };
  const walk = async (): Promise<ToolOutcome> =>
    await served.gateway.call(
      { callId, tool: tool.name, input: call.input },
      {
        ...scopeOf(served, caller, callId),
        // A yes to other arguments, or an answer to another question, is none.
        ...(caller.asks && { confirmation: ({ inputHash }) => words[inputHash] }),
        taint: call.taint,
        signal: context.mcpReq.signal,
        emit: tellCallProgress(context),
      },
    );
  const outcome = await (state ? served.asked.once(callId, call.input, make) : make());
  if (!outcome)
    return errorResult(
      `Nothing was done: the answer belongs to a call that was made with other arguments. Call ${name} anew.`,
    );
  if (outcome.status === "denied" && outcome.unseen !== undefined) throw unknownTool(name);
  const asked = outcome.status === "ok" ? questions.get(outcome) : undefined;
  if (asked) return askClient(served, { callId, tool: tool.name, asked, words, context });
  const misread = misreadOf(state, form);
  const asShown = { tool, name, locale: served.locale };
  if (outcome.status !== "needs_confirmation") return toCallResult(outcome, asShown);
  const wasCancelled = form?.action === "cancel";
  const isAskable = caller.asks && !wasCancelled && misread < mostMisread;
  if (isAskable) return ask(served, outcome.request, { words, context, misread });
  // Nothing is left that could be answered later, so no word of waiting.
  const why = caller.asks
    ? "its user was asked and did not decide"
    : "this client cannot ask its user (elicitation); a person can make the call with `npx sopwith tools call --approve`, or by a workflow with an approval";
  return errorResult(
    `${name} was not run: it needs the yes of a person, and ${why}. Tell the user; calling it again changes nothing.`,
  );
}

/** What tools asked their clients, by the outcome that stands in its place; it is the same for a round told twice. */
const questions = new WeakMap<ToolOutcome, AskedQuestions>();

type Words = CallState["words"];

/** Everything that a person has said about the call, the newest included. */
function wordsOf(state: CallState | undefined, given: FormAnswer | undefined, caller: McpCaller): Words {
  if (!state) return {};
  const word = given && state.asked && readConfirmation(state.asked, given, deciderOf(caller));
  return word && state.asked ? { ...state.words, [state.asked.inputHash]: word } : state.words;
}

/** How often one question was answered with what decides nothing, the answer that has come now included. */
function misreadOf(state: CallState | undefined, given: FormAnswer | undefined): number {
  if (!state?.asked) return 0;
  return given && readConfirmation(state.asked, given, "") ? 0 : (state.misread ?? 0) + 1;
}

async function ask(
  { state, process }: ServedProject,
  request: ConfirmationRequest,
  { words, context, misread }: { readonly words: Words; readonly context: ServerContext; readonly misread: number },
): Promise<InputRequiredResult> {
  const { callId, tool, inputHash, kind } = request;
  const until = Date.now() + answerLifetimeMs;
  return inputRequired({
    inputRequests: { [QUESTION]: inputRequired.elicit(confirmationForm(request)) },
    requestState: await state.mint(
      {
        kind: "call",
        process,
        callId,
        tool,
        asked: { inputHash, kind },
        words,
        until,
        ...(misread > 0 && { misread }),
      },
      context,
    ),
  });
}

/**
 * Hands on what a tool asks. The round that follows is a call of its own, and keeps what people have agreed to; it is the
 * same call however often the answers before it are handed in, so that one yes has one effect.
 */
async function askClient(
  { state, process }: ServedProject,
  { callId, tool, asked, words, context }: ToolQuestions,
): Promise<InputRequiredResult> {
  const next: CallState = {
    kind: "call",
    process,
    callId: `${callId}.next`,
    tool,
    words,
    until: Date.now() + answerLifetimeMs,
    ...(asked.state !== undefined && { given: asked.state }),
  };
  return inputRequired({ inputRequests: asked.questions, requestState: await state.mint(next, context) });
}

interface ToolQuestions {
  readonly callId: string;
  readonly tool: string;
  readonly asked: AskedQuestions;
  readonly words: Words;
  readonly context: ServerContext;
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
