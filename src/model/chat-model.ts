import { askInOrder, type Candidate, type RetryLimits } from "./ask-in-order.ts";
import { noModelNamed } from "./model-errors.ts";
import { type ModelServer, type ServerOptions, toModelServer } from "./model-server.ts";
import type { ChatModel, ModelRequest } from "./model.ts";
import { readReply } from "./read-reply.ts";
import type { ToolNames } from "./tool-names.ts";

/** An OpenAI-compatible server and how to ask it. */
export interface ChatModelOptions extends ServerOptions {
  /** Names of models, tried in this order. At least one. */
  readonly models: readonly string[];
  /** Longest silence of one attempt in ms; for a stream, between two pieces. @default 120000 */
  readonly timeoutMs?: number;
  /** Attempts for each model, the first included. @default 4 */
  readonly maxAttempts?: number;
  /** Longest wait before the second attempt in ms; doubles each time; random between its half and its whole. @default 500 */
  readonly backoffMs?: number;
  /** No wait is longer, in ms; a `Retry-After` beyond it ends the attempts with this model. @default 30000 */
  readonly maxWaitMs?: number;
}

/**
 * A model behind an OpenAI-compatible server. LangChain is loaded with the first question. Rate limits, server errors,
 * lost connections and timeouts are tried again, unusable answers once; then the next model is asked. Refused keys,
 * unknown models and an empty account are reported at once.
 *
 * @throws `MODEL_NOT_FOUND` without a model, `MODEL_UNREACHABLE` for a `baseURL` that is no URL
 */
export function createChatModel(options: ChatModelOptions): ChatModel {
  const models = options.models.map((model) => model.trim()).filter((model) => model !== "");
  if (models.length === 0) throw noModelNamed();
  const server = toModelServer(options);
  const limits: RetryLimits = {
    timeoutMs: options.timeoutMs ?? 120_000,
    maxAttempts: options.maxAttempts ?? 4,
    backoffMs: options.backoffMs ?? 500,
    maxWaitMs: options.maxWaitMs ?? 30_000,
  };
  let loading: Promise<LoadedClient> | undefined;
  return {
    name: models.join(", "),
    async respond(request) {
      request.signal?.throwIfAborted();
      loading ??= loadClient(models, server);
      const { candidates, sentToolNames } = await loading;
      const { wire, usage, model } = await askInOrder(candidates, limits, request);
      const place = { messages: request.messages, names: sentToolNames(request.tools), model };
      return { ...readReply(wire, place), usage };
    },
  };
}

interface LoadedClient {
  readonly candidates: readonly Candidate[];
  readonly sentToolNames: (tools: ModelRequest["tools"]) => ToolNames;
}

async function loadClient(models: readonly string[], server: ModelServer): Promise<LoadedClient> {
  const { createLangchainClient, sentToolNames } = await import("./langchain-client.ts");
  const candidates = models.map((model) => ({
    client: createLangchainClient({ ...server, model }),
    place: { model, url: server.url, redact: server.redact },
  }));
  return { candidates, sentToolNames };
}
