import { isPlainObject } from "../../base/json.ts";
import { cleanText } from "../../tools/clean-text.ts";
import { anyResult } from "./any-result.ts";
import type { McpConnection } from "./connect.ts";
import { shorten } from "./clean-schema.ts";
import { type ListMethod, listPages } from "./list-pages.ts";
import { asItCame, type TakenOut } from "./loosen-message.ts";
import type { McpContent } from "./mcp-content.ts";
import type { McpMessage, McpPrompt, McpResource } from "./mcp-servers.ts";
import { readContent, readResource } from "./read-content.ts";

/** How long to wait, and for whom. */
export interface ReadOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** The resources of a server, and then its templates; none where it has neither. */
export async function listResources(connection: McpConnection, options: ReadOptions): Promise<readonly McpResource[]> {
  if (!connection.capabilities.resources) return [];
  const resources = await list(connection, "resources/list", options);
  // Many servers that have resources know nothing of templates.
  const templates = await list(connection, "resources/templates/list", options).catch((error: unknown) => {
    if ((error as { readonly code?: unknown } | null)?.code === -32_601) return [];
    throw error;
  });
  return [
    ...resources.flatMap((entry) => toResource(entry, "uri")),
    ...templates.flatMap((entry) => toResource(entry, "uriTemplate")),
  ];
}

/** The contents of one resource. */
export async function readResourceOf(
  { client }: McpConnection,
  uri: string,
  { signal, timeoutMs }: ReadOptions,
): Promise<readonly McpContent[]> {
  const result = await client.request({ method: "resources/read", params: { uri } }, anyResult, {
    timeout: timeoutMs,
    ...(signal && { signal }),
  });
  return listOf(result).flatMap((entry) => (isPlainObject(entry) ? (readResource(entry) ?? []) : []));
}

/** The prompts of a server; none where it has no such thing. */
export async function listPrompts(connection: McpConnection, options: ReadOptions): Promise<readonly McpPrompt[]> {
  if (!connection.capabilities.prompts) return [];
  return (await list(connection, "prompts/list", options)).flatMap(toPrompt);
}

/** The messages of one prompt. */
export async function getPromptOf(
  { client }: McpConnection,
  prompt: { readonly name: string; readonly values: Readonly<Record<string, string>> },
  { signal, timeoutMs }: ReadOptions,
): Promise<readonly McpMessage[]> {
  const params = { name: prompt.name, arguments: { ...prompt.values } };
  const result = await client.request({ method: "prompts/get", params }, anyResult, {
    timeout: timeoutMs,
    ...(signal && { signal }),
  });
  return listOf(result).flatMap((entry) => {
    if (!isPlainObject(entry)) return [];
    return [
      { role: entry["role"] === "assistant" ? "assistant" : "user", content: readContent(entry["content"]) } as const,
    ];
  });
}

async function list(connection: McpConnection, method: ListMethod, options: ReadOptions): Promise<readonly Fields[]> {
  const { entries } = await listPages(connection, method, options);
  return entries.filter((entry) => isPlainObject(entry));
}

function listOf(result: Fields): readonly unknown[] {
  return (result[asItCame] as TakenOut | undefined)?.list ?? [];
}

function toResource(entry: Fields, key: "uri" | "uriTemplate"): McpResource[] {
  const uri = entry[key];
  if (typeof uri !== "string") return [];
  const { name, mimeType, size } = entry;
  return [
    {
      uri,
      name: typeof name === "string" ? shorten(cleanText(name), 200) : uri,
      ...words(entry),
      ...(typeof mimeType === "string" && { mimeType }),
      ...(typeof size === "number" && { size }),
      ...(key === "uriTemplate" && { template: true as const }),
    },
  ];
}

function toPrompt(entry: Fields): McpPrompt[] {
  const { name, arguments: given } = entry;
  if (typeof name !== "string") return [];
  const values: readonly unknown[] = Array.isArray(given) ? given : [];
  return [
    {
      name,
      ...words(entry),
      arguments: values.flatMap((value) => {
        if (!isPlainObject(value) || typeof value["name"] !== "string") return [];
        const { description } = words(value);
        return [
          {
            name: value["name"],
            required: value["required"] === true,
            ...(description !== undefined && { description }),
          },
        ];
      }),
    },
  ];
}

function words({ title, description }: Fields): { readonly title?: string; readonly description?: string } {
  return {
    ...(typeof title === "string" && { title: shorten(cleanText(title), 200) }),
    ...(typeof description === "string" && { description: shorten(cleanText(description), 2000) }),
  };
}
