import { textTokens } from "../base/text-tokens.ts";
import type { ModelMessage } from "../model/model.ts";

/** What stands where an old tool result made room. */
const REMOVED = "[This result was removed to make room. Call the tool again if you still need it.]";

/** How many of the newest messages are never touched. */
const KEPT = 6;

/**
 * Makes a conversation fit a budget of tokens: the oldest tool results are replaced, in place, until it does. Answers
 * how many were replaced now and whether it fits. Depends on the messages alone, so a resumed node does the same.
 */
export function fitContext(
  messages: ModelMessage[],
  maxTokens: number,
): { readonly removed: number; readonly fits: boolean } {
  let { total } = measureAll(messages);
  let removed = 0;
  for (let index = 0; index < messages.length - KEPT && total > maxTokens; index += 1) {
    const message = messages[index];
    if (message?.role !== "tool" || message.text.length <= REMOVED.length) continue;
    total -= estimateTokens(message);
    const shorter: ModelMessage = { ...message, text: REMOVED };
    messages[index] = shorter;
    total += estimateTokens(shorter);
    removed += 1;
  }
  if (removed > 0) sizes.set(messages, { count: messages.length, total });
  return { removed, fits: total <= maxTokens };
}

/** How large a conversation is, as far as it was measured. Others only add to one at its end. */
interface Size {
  readonly count: number;
  readonly total: number;
}

const sizes = new WeakMap<ModelMessage[], Size>();

/** Each message is measured once. */
function measureAll(messages: ModelMessage[]): Size {
  let { count, total } = sizes.get(messages) ?? { count: 0, total: 0 };
  if (count > messages.length) [count, total] = [0, 0];
  for (; count < messages.length; count += 1) total += estimateTokens(messages[count]!);
  const size = { count, total };
  sizes.set(messages, size);
  return size;
}

/** About how many tokens a message takes: a quarter of its Latin characters, and one for each wide one. */
function estimateTokens(message: ModelMessage): number {
  let tokens = 4 + textTokens(message.text);
  if (message.role === "assistant")
    for (const call of message.calls) tokens += 8 + textTokens(JSON.stringify(call.arguments ?? ""));
  return tokens;
}
