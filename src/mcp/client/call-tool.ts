import { isSopwithError } from "../../base/errors.ts";
import { isPlainObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import { pendingQuestion } from "../../tools/gateway/ask-mid-call.ts";
import { checkJson } from "../../tools/json-schema/check-json.ts";
import { openSchema } from "../../tools/json-schema/prepare-schema.ts";
import { isToolError, toolError } from "../../tools/tool-error.ts";
import { cleanText } from "../../tools/clean-text.ts";
import type { ToolContext } from "../../tools/tool.ts";
import { anyResult } from "./any-result.ts";
import { answerInput } from "./answer-input.ts";
import { callFailure, isBrokenSocket, isHeaderMismatch, isSessionLost, reportedEffect } from "./call-failure.ts";
import { shorten } from "./clean-schema.ts";
import type { McpConnection } from "./connect.ts";
import { type HeaderParam, toHeaders } from "./header-params.ts";
import type { CallInFlight, InputSource } from "./input-source.ts";
import { asItCame, type TakenOut } from "./loosen-message.ts";
import { toOutput } from "./to-output.ts";

/** What the calls of one tool need to know. */
export interface CallTarget {
  readonly server: string;
  /** The server's own name. */
  readonly name: string;
  /** By its name in the registry. */
  readonly tool: string;
  readonly safe: boolean;
  /** True for a tool that changes nothing. */
  readonly reads: boolean;
  readonly params: readonly HeaderParam[];
  readonly outputSchema?: JsonObject | undefined;
  readonly maxLength: number;
  /** For how long the server may say nothing, in ms. */
  readonly timeoutMs: number;
  /** The connection of now. Waits while one comes about; throws at once where none is to be had. */
  connection(signal: AbortSignal): McpConnection | Promise<McpConnection>;
  /** Has the connection made anew, since this one is no longer known to the server. */
  renew(lost: McpConnection): void;
  /** Has the list read anew. */
  relist(): void;
  readonly inputs: InputSource;
}

/** How often a server may come back with questions within one call. */
const mostRounds = 10;

interface CallResult {
  readonly [asItCame]?: TakenOut;
  readonly isError?: unknown;
  readonly resultType?: unknown;
  readonly inputRequests?: unknown;
  readonly requestState?: unknown;
}

/** So often a call that does no harm is begun anew, since the way to the server broke and not the call. */
const mostBegins = 3;

/** One call of a server's tool: what it answered, as our tools answer. Throws what the gateway makes an outcome of. */
export async function callTool(target: CallTarget, input: JsonObject, context: ToolContext): Promise<JsonValue> {
  for (let begin = 1; ; begin += 1) {
    const connection = await target.connection(context.signal);
    try {
      return await finish(target, await talk(target, { connection, input, context }));
    } catch (error) {
      const mended = mendWay(target, connection, error);
      if (isHeaderMismatch(error)) target.relist();
      if (!mended || !target.safe || begin === mostBegins || context.signal.aborted)
        throw explain(target, connection, error);
    }
  }
}

/** True when the way to the server was the trouble, and is new now: another try may come through. */
function mendWay(target: CallTarget, connection: McpConnection, error: unknown): boolean {
  if (isSessionLost(error) && connection.client.transport?.sessionId !== undefined) {
    target.renew(connection);
    return true;
  }
  return isBrokenSocket(error);
}

interface Talk {
  readonly connection: McpConnection;
  readonly input: JsonObject;
  readonly context: ToolContext;
}

/** Asks, and asks again with what the server wanted to know, until it has answered. */
async function talk(target: CallTarget, { connection, input, context }: Talk): Promise<CallResult> {
  let more: JsonObject = {};
  for (let round = 0; round <= mostRounds; round += 1) {
    const call: CallInFlight = { tool: target.tool, context };
    target.inputs.inFlight.add(call);
    try {
      const params = { name: target.name, arguments: input, ...more };
      const result: CallResult = await connection.client.request({ method: "tools/call", params }, anyResult, {
        signal: context.signal,
        onprogress: (report) => context.progress?.(toReport(report)),
        timeout: target.timeoutMs,
        resetTimeoutOnProgress: true,
        allowInputRequired: true,
        ...(target.params.length > 0 && { headers: toHeaders(target.params, input) }),
      });
      if (call.pending) throw call.pending;
      if (result.resultType !== "input_required") return result;
      more = await answerAll(target, result, context);
    } catch (error) {
      throw call.pending ?? error;
    } finally {
      target.inputs.inFlight.delete(call);
    }
  }
  throw toolError({
    code: "MCP_ASKS_TOO_OFTEN",
    message: `The MCP server "${target.server}" still had questions after ${mostRounds} rounds.`,
    effect: "unknown",
    retryable: false,
  });
}

async function answerAll(target: CallTarget, result: CallResult, context: ToolContext): Promise<JsonObject> {
  const requests = isPlainObject(result.inputRequests) ? result.inputRequests : {};
  const answers: Record<string, JsonValue> = {};
  for (const [key, request] of Object.entries(requests))
    answers[key] = await answerInput(target.inputs, request, { tool: target.tool, context });
  return {
    ...(Object.keys(answers).length > 0 && { inputResponses: answers }),
    ...(typeof result.requestState === "string" && { requestState: result.requestState }),
  };
}

async function finish(target: CallTarget, result: CallResult): Promise<JsonValue> {
  const answer = result[asItCame] ?? { list: [] };
  const { outputSchema, maxLength } = target;
  if (result.isError === true)
    throw toolError({
      code: "MCP_TOOL_ERROR",
      message: errorText(answer),
      effect: reportedEffect(target),
      retryable: false,
      unhealthy: true,
    });
  const problem = outputSchema && (await findProblem(answer, outputSchema));
  return toOutput(answer, { problem, maxLength });
}

/** What a server promised of its data and did not keep. It is told, and what came is used. */
async function findProblem({ structured }: TakenOut, schema: JsonObject): Promise<string | undefined> {
  if (structured === undefined) return "The server promises structured data and gave none.";
  const checked = await checkJson(structured, { schema: openSchema(schema), locale: "en" });
  if (checked.valid) return undefined;
  const [issue] = checked.issues;
  return `The server promises other data${issue ? ` (${issue.path || "the whole"}: expected ${issue.expected}, received ${issue.received})` : ""}.`;
}

function errorText(answer: TakenOut): string {
  const output = toOutput({ list: answer.list }, { maxLength: 100_000 });
  const text = typeof output === "string" ? output : JSON.stringify(output);
  return shorten(cleanText(text), 2000) || "The tool failed without a message.";
}

function explain(target: CallTarget, connection: McpConnection, error: unknown): unknown {
  if (isOwn(error)) return error;
  const { server, timeoutMs, reads } = target;
  // Signing in fails before anything is sent.
  if (isSopwithError(error)) {
    const message = error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
    return toolError({ code: error.code, message, effect: "none", retryable: false });
  }
  return callFailure(error, { server, timeoutMs, reads, ending: connection.child?.ending });
}

/** Ours are understood already; what waits for a person's answer must come through as it is. */
function isOwn(error: unknown): boolean {
  return isToolError(error) || pendingQuestion(error) !== undefined;
}

function toReport(report: {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}): {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
} {
  const { progress, total, message } = report;
  return {
    progress,
    ...(total !== undefined && { total }),
    ...(message !== undefined && { message: shorten(cleanText(message), 200) }),
  };
}
