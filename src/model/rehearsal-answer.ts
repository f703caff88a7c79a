import type { PlayedAnswer } from "./rehearsal-player.ts";

/** A played answer as the body of a chat completion. */
export function toCompletion(answer: PlayedAnswer, request: Readonly<Record<string, unknown>>): object {
  const toolCalls = answer.calls.map(toToolCall);
  return {
    id: "rehearsal",
    object: "chat.completion",
    created: 0,
    model: answer.model,
    choices: [
      {
        index: 0,
        finish_reason: finishOf(answer),
        message: {
          role: "assistant",
          content: answer.text === "" ? null : answer.text,
          ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}),
        },
      },
    ],
    usage: toUsage(answer, request),
  };
}

/** A played answer as the events of a stream: its text in pieces, its calls, the end, the usage. */
export function* toEvents(answer: PlayedAnswer, request: Readonly<Record<string, unknown>>): Generator<object> {
  const event = (delta: object, finish: string | null): object => ({
    id: "rehearsal",
    object: "chat.completion.chunk",
    created: 0,
    model: answer.model,
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  yield event({ role: "assistant", content: "" }, null);
  for (const piece of answer.text.match(/\s*\S+\s*$|\s*\S+|\s+/g) ?? []) yield event({ content: piece }, null);
  for (const [index, call] of answer.calls.entries()) {
    const { function: named, ...rest } = toToolCall(call);
    yield event({ tool_calls: [{ index, ...rest, function: { ...named, arguments: "" } }] }, null);
    yield event({ tool_calls: [{ index, function: { arguments: named.arguments } }] }, null);
  }
  yield event({}, finishOf(answer));
  yield {
    id: "rehearsal",
    object: "chat.completion.chunk",
    created: 0,
    model: answer.model,
    choices: [],
    usage: toUsage(answer, request),
  };
}

function toToolCall(call: PlayedAnswer["calls"][number]): {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
} {
  return { id: call.id, type: "function", function: { name: call.name, arguments: call.arguments } };
}

function finishOf(answer: PlayedAnswer): string {
  return answer.calls.length > 0 ? "tool_calls" : "stop";
}

/** A rough count, four characters to a token, so that budgets are rehearsed as well. */
function toUsage(answer: PlayedAnswer, request: Readonly<Record<string, unknown>>): object {
  const input = Math.ceil(JSON.stringify(request["messages"] ?? []).length / 4);
  const output = Math.ceil((answer.text.length + JSON.stringify(answer.calls).length) / 4);
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}
