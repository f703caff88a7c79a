import { isPlainObject, type JsonObject } from "../../base/json.ts";
import type { RepairWalk } from "./repair-walk.ts";

const holders: readonly string[] = ["arguments", "parameters", "params", "args", "input", "tool_input"];
const labels: readonly string[] = ["name", "tool", "tool_name", "function", "type", "id", "call_id"];

/**
 * Arguments that came with the call around them: `{ "name": "<this tool>", "arguments": { ... } }`, or the tool's name
 * among its arguments. Only where the tool knows no such keys. Without the tool's name it is a guess, and so not for
 * tools that change something.
 */
export function unwrapInput(input: unknown, tool: string, { root, guided, words, notes }: RepairWalk): unknown {
  if (!isPlainObject(input)) return input;
  const known = (root["properties"] ?? {}) as JsonObject;
  if (areKnown(Object.keys(input), known)) return input;
  const unknown = Object.keys(input).filter((key) => !Object.hasOwn(known, key));
  const named = unknown.some((key) => labels.includes(key) && isNameOf(input[key], tool));
  const held = unknown.filter((key) => holders.includes(key));
  const onlyCall = Object.keys(input).every(
    (key) => held.includes(key) || (unknown.includes(key) && labels.includes(key)),
  );
  if (held.length === 1 && onlyCall && (named || (guided && Object.keys(input).length === 1))) {
    const inner = toObject(input[held[0]!]);
    if (inner === undefined) return input;
    notes.push(words.unwrapped(held[0]!));
    return inner;
  }
  if (!named || !guided || held.length > 0) return input;
  const lifted = unknown.filter((key) => labels.includes(key) && isNameOf(input[key], tool));
  for (const key of lifted) notes.push(words.leftOut(key, input[key]));
  return Object.fromEntries(Object.entries(input).filter(([key]) => !lifted.includes(key)));
}

/** True for arguments that may have the call around them: only then is a key that nobody knows no mistake for certain. */
export function mayBeWrapped(input: Record<string, unknown>): boolean {
  return holders.some((key) => Object.hasOwn(input, key));
}

function areKnown(keys: readonly string[], known: JsonObject): boolean {
  for (const key of keys) if (!Object.hasOwn(known, key)) return false;
  return true;
}

/** The tool's name, or the form in which names are sent to models. */
function isNameOf(value: unknown, tool: string): boolean {
  return typeof value === "string" && (value === tool || value === tool.replace("/", "__"));
}

function toObject(value: unknown): Record<string, unknown> | undefined {
  if (isPlainObject(value)) return value;
  if (typeof value !== "string") return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return isPlainObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
