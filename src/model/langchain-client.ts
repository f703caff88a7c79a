import type { BaseMessage } from "@langchain/core/messages";
import { ChatOpenAICompletions, OpenAIEmbeddings } from "@langchain/openai";
import type { JsonObject } from "../base/json.ts";
import type { ModelRequest } from "./model.ts";
import { createStreamCollector } from "./stream-collector.ts";
import { toLangchainEvent, toLangchainReply } from "./to-langchain-reply.ts";
import { toLangchainMessages } from "./to-langchain-messages.ts";
import { type ToolNames, toolNames } from "./tool-names.ts";
import { readWireReply, type WireReply } from "./wire-reply.ts";

/** One model of one server, asked once at a time without any retry. */
export interface LangchainClient {
  ask(request: ModelRequest, attempt: Attempt): Promise<WireReply>;
}

/** What belongs to one attempt. */
export interface Attempt {
  readonly signal: AbortSignal;
  /** Called whenever something arrives. */
  readonly onArrival: () => void;
}

/** Where and as whom to ask. */
export interface ClientOptions {
  readonly model: string;
  readonly apiKey: string;
  readonly baseURL: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * LangChain's client with two habits taken from it: its retries, and its reading of answers. All of its ways of asking
 * (in one piece, streamed, streamed because a graph listens) go through `completionWithRetry`, so that is where the
 * raw answer is read and an evened-out one handed on. Never set `streaming`: it would fetch a tokenizer from the web
 * to count tokens.
 */
export function createLangchainClient(options: ClientOptions): LangchainClient {
  const model = new ChatOpenAICompletions({
    model: options.model,
    apiKey: options.apiKey,
    maxRetries: 0,
    onFailedAttempt: rethrow,
    timeout: longestMs,
    configuration: configurationOf(options),
  });
  const askServer = model.completionWithRetry.bind(model) as AskServer;
  const completionWithRetry = async (request: WireRequest, requestOptions?: CarriedOptions): Promise<unknown> => {
    const exchange = requestOptions?.exchange ?? requestOptions?.options?.exchange;
    if (!exchange) return askServer(request, requestOptions);
    const answer = await askServer(withReasoning(request, exchange.messages), {
      signal: exchange.signal,
      maxRetries: 0,
    });
    if (request.stream) return relay(answer as AsyncIterable<unknown>, exchange);
    exchange.reply = readWireReply(answer);
    return toLangchainReply(exchange.reply);
  };
  Object.assign(model, { completionWithRetry });

  return {
    async ask(request, attempt) {
      const { names, tools } = prepareTools(request.tools);
      const messages = toLangchainMessages(request.messages, names);
      const exchange: Exchange = { ...attempt, messages, onText: request.onText };
      const callOptions: object = {
        signal: attempt.signal,
        options: { exchange },
        ...(tools.length > 0 ? { tools, ...(request.toolChoice ? { tool_choice: request.toolChoice } : {}) } : {}),
      };
      if (request.onText) for await (const chunk of await model.stream(messages, callOptions)) void chunk;
      else await model.invoke(messages, callOptions);
      attempt.signal.throwIfAborted();
      return exchange.reply!;
    },
  };
}

/** Asks a server once for the vectors of some texts; they come as the server gave them, unchecked. */
export async function askForVectors(
  { dimensions, ...options }: ClientOptions & { readonly dimensions?: number },
  texts: readonly string[],
  signal: AbortSignal,
): Promise<unknown> {
  const configuration = configurationOf(options);
  const client = new OpenAIEmbeddings({
    model: options.model,
    apiKey: options.apiKey,
    maxRetries: 0,
    onFailedAttempt: rethrow,
    timeout: longestMs,
    batchSize: texts.length,
    // The SDK asks for base64 on its own and reads what servers send instead as zeros.
    encodingFormat: "float",
    ...(dimensions !== undefined && { dimensions }),
    configuration: {
      ...configuration,
      // It takes no signal with a call.
      fetch: (input, init) =>
        fetch(input, { ...init, signal: AbortSignal.any([signal, ...(init?.signal ? [init.signal] : [])]) }),
    },
  });
  return client.embedDocuments([...texts]);
}

function configurationOf({ baseURL, headers }: ClientOptions): object {
  // What is asked must not go to a host that nobody named.
  return { baseURL, defaultHeaders: { ...headers }, logLevel: "off", fetchOptions: { redirect: "manual" } };
}

/** The names under which a list of tools is sent. The list is converted once; hand in the same list again. */
export function sentToolNames(tools: ModelRequest["tools"]): ToolNames {
  return prepareTools(tools).names;
}

/** The deadline is ours; the SDK's own must never come first. */
const longestMs = 2 ** 31 - 1;

/** One attempt while it goes through LangChain. */
interface Exchange extends Attempt {
  readonly messages: readonly BaseMessage[];
  readonly onText: ((delta: string) => void) | undefined;
  reply?: WireReply;
}

type AskServer = (request: object, options?: object) => Promise<unknown>;

interface WireRequest {
  readonly stream?: boolean | null;
  readonly messages: readonly object[];
}

/** LangChain spreads `options` for an answer in one piece and passes it on whole for a stream. */
interface CarriedOptions {
  readonly exchange?: Exchange;
  readonly options?: { readonly exchange?: Exchange };
}

interface SentTool {
  readonly type: "function";
  readonly function: { readonly name: string; readonly description: string; readonly parameters: JsonObject };
}

interface PreparedTools {
  readonly names: ToolNames;
  readonly tools: SentTool[];
}

const prepared = new WeakMap<ModelRequest["tools"], PreparedTools>();

function prepareTools(tools: ModelRequest["tools"]): PreparedTools {
  const known = prepared.get(tools);
  if (known) return known;
  const names = toolNames(tools.map((tool) => tool.name));
  const made: PreparedTools = {
    names,
    tools: tools.map(({ name, description, parameters }) => ({
      type: "function",
      function: { name: names.encode(name), description, parameters },
    })),
  };
  prepared.set(tools, made);
  return made;
}

/** LangChain keeps `reasoning_content` in its messages but does not send it. */
function withReasoning(request: WireRequest, messages: readonly BaseMessage[]): WireRequest {
  if (!messages.some((message) => message.additional_kwargs["reasoning_content"])) return request;
  const sent = request.messages.map((message, index) => {
    const reasoning = messages[index]?.additional_kwargs["reasoning_content"];
    return reasoning ? { ...message, reasoning_content: reasoning } : message;
  });
  return { ...request, messages: sent };
}

async function* relay(events: AsyncIterable<unknown>, exchange: Exchange): AsyncGenerator<object> {
  const collector = createStreamCollector();
  for await (const event of events) {
    exchange.onArrival();
    const text = collector.add(event);
    if (text === "") continue;
    exchange.onText?.(text);
    yield toLangchainEvent(text);
  }
  exchange.reply = collector.reply();
  const whole = toLangchainReply({ ...exchange.reply, text: "" });
  yield { ...whole, choices: whole.choices.map(({ message, ...choice }) => ({ ...choice, delta: message })) };
}

function rethrow(error: unknown): never {
  throw error; // oxlint-disable-line typescript/only-throw-error -- passes on what the client threw, whatever it is
}
