import type { ElicitResult } from "@modelcontextprotocol/client";
import { isPlainObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import { pendingQuestion } from "../../tools/gateway/ask-mid-call.ts";
import { toolError } from "../../tools/tool-error.ts";
import { askQuestion } from "./ask-question.ts";
import type { CallInFlight, InputSource } from "./input-source.ts";
import { listRoots } from "./new-client.ts";

/**
 * Answers one request that came back in place of a result. `call` is the call it came back from.
 * @throws what waits for a person, and a `toolError` for requests that we do not serve
 */
export async function answerInput(source: InputSource, request: unknown, call: CallInFlight): Promise<JsonValue> {
  const { method, params } = (isPlainObject(request) ? request : {}) as {
    readonly method?: unknown;
    readonly params?: unknown;
  };
  const { signal } = call.context;
  if (method === "elicitation/create") return toJson(await askQuestion(source, params, { call, signal }));
  if (method === "roots/list" && source.config.roots) return listRoots(source.config.roots);
  if (method === "sampling/createMessage" && source.config.sampling === true && source.onSample)
    return sample(source, params, signal);
  throw toolError({
    code: "MCP_ASKS_TOO_MUCH",
    message: `The MCP server "${source.server}" asks for ${JSON.stringify(method)}, which it was not offered.`,
    effect: "none",
    retryable: false,
  });
}

/**
 * Answers a question that a server sends beside a call. The call is known where only one is on its way. Where the answer
 * is not there yet the server is told that the person turned away, so that it lets go; then the call waits.
 */
export async function answerBeside(source: InputSource, params: unknown, signal: AbortSignal): Promise<ElicitResult> {
  const [call, ...others] = source.inFlight;
  const known = others.length === 0 ? call : undefined;
  if (!known && !source.onQuestion)
    source.warn(
      call
        ? `The MCP server "${source.server}" asked something while it worked on several calls, so nobody knows in which; that was declined.`
        : `The MCP server "${source.server}" asked something outside of a call; that was declined.`,
    );
  try {
    return await askQuestion(source, params, { signal, ...(known && { call: known }) });
  } catch (error) {
    const pending = pendingQuestion(error);
    if (!pending || !known) throw error;
    known.pending = pending;
    return { action: "cancel" };
  }
}

async function sample(source: InputSource, params: unknown, signal: AbortSignal): Promise<JsonObject> {
  const given = isPlainObject(params) ? params : {};
  const { messages, systemPrompt, maxTokens } = given;
  const answer = await source.onSample!({
    server: source.server,
    messages: Array.isArray(messages) ? (messages as readonly unknown[]) : [],
    systemPrompt: typeof systemPrompt === "string" ? systemPrompt : undefined,
    maxTokens: typeof maxTokens === "number" ? maxTokens : 1000,
    signal,
  });
  return { role: "assistant", content: { type: "text", text: answer.text }, model: answer.model };
}

function toJson({ action, content }: ElicitResult): JsonObject {
  return { action, ...(content && { content }) };
}
