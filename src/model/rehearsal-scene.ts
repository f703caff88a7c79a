import { isPlainObject, type JsonValue } from "../base/json.ts";
import { readPromptMarks } from "./prompt.ts";
import { scanJson } from "./scan-json.ts";
import { possibleNames, type ToolNames } from "./tool-names.ts";
import { readContent } from "./wire-reply.ts";

/** What a scripted model can see of one request. */
export interface RehearsalScene {
  readonly node?: string;
  readonly skills: readonly string[];
  /** Results of tools, oldest first, under the tools' own names. */
  readonly results: readonly SceneResult[];
  /** The results that came since the model's last answer. */
  readonly newResults: readonly SceneResult[];
  /** Texts of the user, oldest first. */
  readonly userTexts: readonly string[];
  /** The user's texts that came since the model's last answer. */
  readonly newUserTexts: readonly string[];
  /** Calls made so far in the conversation. */
  readonly calls: number;
  /** How a tool is called in this request; a tool that is not offered keeps its name. */
  readonly encode: (tool: string) => string;
}

/** One result in a conversation. */
export interface SceneResult {
  readonly tool: string;
  readonly text: string;
}

/** Reads the body of a chat completion request. `tools` are the names that the script uses. */
export function readScene(body: Readonly<Record<string, unknown>>, tools: Iterable<string>): RehearsalScene {
  const messages = asObjects(body["messages"]);
  const offered = new Set(asObjects(body["tools"]).map((tool) => nameIn(tool["function"])));
  const names = matchNames(tools, offered);
  const callNames = new Map<unknown, string>();
  const results: SceneResult[] = [];
  const userTexts: string[] = [];
  let system = "";
  let [resultsBefore, textsBefore] = [0, 0];
  for (const message of messages) {
    const text = readContent(message["content"]);
    if (message["role"] === "system" || message["role"] === "developer") system ||= text;
    if (message["role"] === "user") userTexts.push(text);
    if (message["role"] === "tool") results.push({ tool: callNames.get(message["tool_call_id"]) ?? "", text });
    if (message["role"] !== "assistant") continue;
    [resultsBefore, textsBefore] = [results.length, userTexts.length];
    for (const call of asObjects(message["tool_calls"])) {
      callNames.set(call["id"], names.decode(nameIn(call["function"])));
    }
  }
  return {
    ...readPromptMarks(system),
    results,
    newResults: results.slice(resultsBefore),
    userTexts,
    newUserTexts: userTexts.slice(textsBefore),
    calls: callNames.size,
    encode: (tool) => names.encode(tool),
  };
}

/** The value that a text begins with, if it begins with JSON; a remark may stand on a line before it, notes after it. */
export function leadingJson(whole: string): JsonValue | undefined {
  const text = withoutRemark(whole);
  const scan = scanJson(text);
  const leads = scan !== undefined && text.slice(0, scan.start).trim() === "";
  try {
    return JSON.parse(leads ? text.slice(scan.start, scan.end) : text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Without a first line in brackets that is no JSON, as it stands before text from outside. */
function withoutRemark(text: string): string {
  const line = /^\[[^\n]*\]\n/.exec(text)?.[0];
  if (line === undefined) return text;
  try {
    JSON.parse(line);
    return text;
  } catch {
    return text.slice(line.length);
  }
}

/** The script's names against those that the client sent; a name that the script does not know is guessed. */
function matchNames(tools: Iterable<string>, offered: ReadonlySet<string>): ToolNames {
  const sentNames = new Map<string, string>();
  const ownNames = new Map<string, string>();
  for (const tool of tools) {
    const possible = possibleNames(tool);
    const sent = possible.find((name) => offered.has(name));
    if (sent !== undefined) sentNames.set(tool, sent);
    for (const name of possible) if (name === sent || !ownNames.has(name)) ownNames.set(name, tool);
  }
  return {
    encode: (tool) => sentNames.get(tool) ?? tool,
    decode: (sent) => ownNames.get(sent) ?? sent.replace("__", "/"),
  };
}

function asObjects(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isPlainObject) : [];
}

function nameIn(part: unknown): string {
  return isPlainObject(part) && typeof part["name"] === "string" ? part["name"] : "";
}
