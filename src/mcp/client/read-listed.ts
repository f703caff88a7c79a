import { isPlainObject, type JsonObject, previewJson } from "../../base/json.ts";
import { isLargerThan } from "../../tools/is-larger-than.ts";
import { cleanText } from "../../tools/clean-text.ts";
import type { McpToolNote } from "./mcp-server-state.ts";
import type { ListedTool } from "./mcp-trust.ts";

/** A definition that takes more characters as JSON is none that a model could read. */
const longestDefinition = 200_000;
const longestName = 200;

/** What a server's list holds, tool by tool. */
export interface ReadTools {
  readonly tools: readonly ListedTool[];
  readonly dropped: readonly McpToolNote[];
}

/** Reads the entries of `tools/list` one by one, so that one that cannot be used hides no other. */
export function readListed(entries: readonly unknown[]): ReadTools {
  const tools = new Map<string, ListedTool>();
  const dropped: McpToolNote[] = [];
  for (const [index, entry] of entries.entries()) {
    const read = readTool(entry, index);
    if ("reason" in read) dropped.push(read);
    else if (tools.has(read.name))
      dropped.push({ name: read.name, reason: "The server lists this name twice; the first one counts." });
    else tools.set(read.name, read);
  }
  return { tools: [...tools.values()], dropped };
}

function readTool(entry: unknown, index: number): ListedTool | McpToolNote {
  if (!isPlainObject(entry))
    return { name: `#${index}`, reason: `It is ${previewJson(entry, 40)} in place of a tool.` };
  const { name } = entry;
  if (typeof name !== "string" || name === "") return { name: `#${index}`, reason: "It has no name." };
  if (name.length > longestName)
    return { name: cleanText(name.slice(0, 60)), reason: `Its name is ${name.length} characters long.` };
  if (isLargerThan(entry, longestDefinition))
    return { name, reason: `Its definition is longer than ${longestDefinition} characters.` };
  const { inputSchema } = entry;
  if (inputSchema !== undefined && !isPlainObject(inputSchema))
    return { name, reason: `Its \`inputSchema\` is ${previewJson(inputSchema, 40)} in place of an object.` };
  return {
    name,
    ...textField(entry, "title"),
    ...textField(entry, "description"),
    ...objectField(entry, "inputSchema"),
    ...objectField(entry, "outputSchema"),
    ...objectField(entry, "annotations"),
  };
}

function textField<Key extends string>(
  entry: Readonly<Record<string, unknown>>,
  key: Key,
): Partial<Record<Key, string>> {
  const value = entry[key];
  return typeof value === "string" ? ({ [key]: value } as Record<Key, string>) : {};
}

function objectField<Key extends string>(
  entry: Readonly<Record<string, unknown>>,
  key: Key,
): Partial<Record<Key, JsonObject>> {
  const value = entry[key];
  return isPlainObject(value) ? ({ [key]: value } as Record<Key, JsonObject>) : {};
}
