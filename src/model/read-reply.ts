import type { ModelCall, ModelMessage, ModelReply } from "./model.ts";
import { isPlainObject } from "../base/json.ts";
import { readArguments } from "./read-arguments.ts";
import type { ToolNames } from "./tool-names.ts";
import type { WireCall, WireReply } from "./wire-reply.ts";

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
  const calls = wire.calls.flatMap(unpack).map((call): ModelCall => {
    const id = call.id !== undefined && !used.has(call.id) ? call.id : freeId(used);
    used.add(id);
    return { id, name: readName(call.name, place.names), ...readFoundArguments(call, cut) };
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

const unpacked = "unpacked from multi_tool_use.parallel";

/** Some models wrap calls that belong side by side into one of a tool that nobody has. Each becomes a call of its own. */
function unpack(call: WireCall): WireCall[] {
  if (!/^(?:functions\.)?multi_tool_use[._]parallel$/.test(call.name)) return [call];
  const read = readArguments(call.arguments, false);
  const uses = "arguments" in read ? read.arguments["tool_uses"] : undefined;
  if (!Array.isArray(uses) || uses.length === 0 || !uses.every(isPlainObject)) return [call];
  return uses.map((use, index) => ({
    ...(call.id !== undefined && { id: `${call.id}_${index + 1}` }),
    name: textOf(use["recipient_name"] ?? use["name"]).replace(/^functions\./, ""),
    arguments: use["parameters"] ?? use["arguments"],
    unpacked,
  }));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** `functions.` before a name that was sent stays, for whoever looks the name up to see. */
function readName(sent: string, names: ToolNames): string {
  const bare = sent.replace(/^functions\./, "");
  return bare === sent ? names.decode(sent) : `functions.${names.decode(bare)}`;
}

/** The arguments, with everything that was repaired about them. */
function readFoundArguments(
  call: WireCall & { readonly unpacked?: string },
  cut: boolean,
): Omit<ModelCall, "id" | "name"> {
  const read = readArguments(call.arguments, cut);
  if ("problem" in read) return read;
  const moved = { renamed: "arguments found under another word", flattened: "arguments found beside the name" };
  // An object in place of a text is no news where the text was not where it belongs.
  const mended =
    call.found === undefined && call.unpacked === undefined ? read.repair : readTextRepair(call, read.repair);
  const repairs = [call.unpacked, call.found && moved[call.found], mended].filter((repair) => repair !== undefined);
  return {
    arguments: read.arguments,
    ...(repairs.length > 0 && { repair: repairs.join(", ") }),
    ...(call.found === "flattened" && { repairKind: "guided" as const }),
  };
}

function readTextRepair(call: WireCall, repair: string | undefined): string | undefined {
  return typeof call.arguments === "string" ? repair : undefined;
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
