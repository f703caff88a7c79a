import type { ModelCall, ModelMessage, ModelReply } from "./model.ts";
import { readArguments } from "./read-arguments.ts";
import type { ToolNames } from "./tool-names.ts";
import type { WireReply } from "./wire-reply.ts";

/** Where a reply stands: what it answers, and under which names tools were sent. */
export interface ReplyPlace {
  readonly messages: readonly ModelMessage[];
  readonly names: ToolNames;
  /** The model that was asked, for servers that do not say which one answered. */
  readonly model: string;
}

/** Turns a server's answer into ours: names decoded, arguments read, every call with an id of its own. */
export function readReply(wire: WireReply, place: ReplyPlace): ModelReply {
  const cut = wire.finish === "length";
  const used = usedIds(place.messages, wire.calls.length > 0);
  const calls = wire.calls.map((call): ModelCall => {
    const id = call.id !== undefined && !used.has(call.id) ? call.id : freeId(used);
    used.add(id);
    return { id, name: place.names.decode(call.name), ...readArguments(call.arguments, cut) };
  });
  return {
    text: wire.text,
    calls,
    usage: wire.usage,
    finish: cut ? "length" : calls.length > 0 ? "calls" : "stop",
    model: wire.model ?? place.model,
    ...(wire.reasoning === undefined ? {} : { reasoning: wire.reasoning }),
  };
}

/** Why an answer cannot be used at all; `undefined` for one that can. */
export function whyUnusable(wire: WireReply, streamed: boolean): string | undefined {
  if (streamed && wire.finish === undefined) return "the stream ended before the answer was complete";
  if (wire.text.trim() !== "" || wire.calls.length > 0) return undefined;
  if (wire.finish === "length") return "the token limit was reached before any answer";
  if (wire.finish === "content_filter") return "the answer was withheld by the server's content filter";
  return "neither a text nor a call";
}

function usedIds(messages: readonly ModelMessage[], needed: boolean): Set<string> {
  const used = new Set<string>();
  if (!needed) return used;
  for (const message of messages) if (message.role === "assistant") for (const call of message.calls) used.add(call.id);
  return used;
}

/** Counted, not random: the same conversation gives the same ids. */
function freeId(used: ReadonlySet<string>): string {
  let number = used.size + 1;
  while (used.has(`call_${number}`)) number += 1;
  return `call_${number}`;
}
