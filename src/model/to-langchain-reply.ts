import { readArguments } from "./read-arguments.ts";
import type { WireReply } from "./wire-reply.ts";

/** An answer in the one form that LangChain reads without remarks on the console. */
export interface TidyReply {
  readonly object: "chat.completion";
  readonly model: string;
  readonly choices: readonly TidyChoice[];
  readonly usage?: {
    readonly prompt_tokens: number;
    readonly completion_tokens: number;
    readonly total_tokens: number;
  };
}

interface TidyChoice {
  readonly index: 0;
  readonly finish_reason: string;
  readonly message: { readonly role: "assistant"; readonly content: string; readonly tool_calls?: readonly object[] };
}

/** What tracers and graph streams are shown of an answer. Calls that cannot be read are left out of it. */
export function toLangchainReply(reply: WireReply): TidyReply {
  const calls = reply.calls.flatMap((call, index) => {
    const read = readArguments(call.arguments, false);
    if ("problem" in read) return [];
    const id = call.id ?? `call_${index}`;
    return [{ index, id, type: "function", function: { name: call.name, arguments: JSON.stringify(read.arguments) } }];
  });
  const { inputTokens, outputTokens } = reply.usage;
  const total = inputTokens + outputTokens;
  return {
    object: "chat.completion",
    model: reply.model ?? "",
    choices: [
      {
        index: 0,
        finish_reason: reply.finish ?? "stop",
        message: { role: "assistant", content: reply.text, ...(calls.length > 0 ? { tool_calls: calls } : {}) },
      },
    ],
    ...(total > 0
      ? { usage: { prompt_tokens: inputTokens, completion_tokens: outputTokens, total_tokens: total } }
      : {}),
  };
}

/** One piece of streamed text. */
export function toLangchainEvent(text: string): object {
  return { object: "chat.completion.chunk", choices: [{ index: 0, delta: { role: "assistant", content: text } }] };
}
