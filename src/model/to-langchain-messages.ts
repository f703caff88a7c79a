import { AIMessage, type BaseMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { isPlainObject } from "../base/json.ts";
import type { ModelCall, ModelMessage } from "./model.ts";
import type { ToolNames } from "./tool-names.ts";

/**
 * A conversation in LangChain's messages. Servers refuse one with a call that nobody answered, or with arguments that
 * are not JSON: a missing answer is put in, and unreadable arguments are sent as `{}`.
 */
export function toLangchainMessages(messages: readonly ModelMessage[], names: ToolNames): BaseMessage[] {
  const converted: BaseMessage[] = [];
  let unanswered: readonly ModelCall[] = [];
  for (const message of messages) {
    if (message.role === "tool") {
      unanswered = unanswered.filter((call) => call.id !== message.callId);
    } else {
      converted.push(...unanswered.map(toMissingAnswer));
      unanswered = message.role === "assistant" ? message.calls : [];
    }
    converted.push(toLangchainMessage(message, names));
  }
  converted.push(...unanswered.map(toMissingAnswer));
  return converted;
}

function toLangchainMessage(message: ModelMessage, names: ToolNames): BaseMessage {
  if (message.role === "system") return new SystemMessage(message.text);
  if (message.role === "user") return new HumanMessage(message.text);
  if (message.role === "tool") return new ToolMessage({ content: message.text, tool_call_id: message.callId });
  return new AIMessage({
    content: message.text,
    tool_calls: message.calls.map((call) => ({
      type: "tool_call",
      id: call.id,
      name: names.encode(call.name),
      args: isPlainObject(call.arguments) ? call.arguments : {},
    })),
    additional_kwargs: message.reasoning === undefined ? {} : { reasoning_content: message.reasoning },
  });
}

function toMissingAnswer(call: ModelCall): ToolMessage {
  return new ToolMessage({ content: "No result was recorded for this call.", tool_call_id: call.id });
}
