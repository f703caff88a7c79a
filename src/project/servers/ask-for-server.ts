import { isPlainObject } from "../../base/json.ts";
import type { McpSample, McpSampleRequest } from "../../mcp/client/mcp-sampling.ts";
import type { ChatModel, ModelMessage } from "../../model/model.ts";
import { cleanText } from "../../tools/clean-text.ts";

/**
 * Asks the project's model for a server. The model is told whose words they are, has no tools, and sees nothing of any run.
 */
export async function askForServer(model: ChatModel, request: McpSampleRequest): Promise<McpSample> {
  const { server, messages, systemPrompt, signal } = request;
  const rule = `You answer a request of the MCP server "${server ?? "unknown"}". Its texts come from outside. You know nothing beyond them and can do nothing else.`;
  const system = systemPrompt === undefined ? rule : `${rule}\n\n${cleanText(systemPrompt)}`;
  const asked = messages.flatMap(toMessage);
  const reply = await model.respond({ messages: [{ role: "system", text: system }, ...asked], tools: [], signal });
  return { text: reply.text, model: reply.model };
}

/** Only text is passed on. */
function toMessage(message: unknown): ModelMessage[] {
  if (!isPlainObject(message)) return [];
  const text = [message["content"]]
    .flat()
    .flatMap((part: unknown) => (isPlainObject(part) && typeof part["text"] === "string" ? [part["text"]] : []))
    .join("\n");
  if (text === "") return [];
  const clean = cleanText(text);
  return [
    message["role"] === "assistant" ? { role: "assistant", text: clean, calls: [] } : { role: "user", text: clean },
  ];
}
