import type { JsonObject } from "../base/json.ts";
import { toolNames } from "../model/tool-names.ts";
import { toInputSchema } from "./input-schema.ts";
import { toOutputSchema } from "./output-schema.ts";
import { toShownTool } from "./shown-tool.ts";
import type { AnyTool, Viewer } from "./tool.ts";

/** A tool in the form of OpenAI's chat completions. */
export interface OpenAiTool {
  readonly type: "function";
  readonly function: { readonly name: string; readonly description: string; readonly parameters: JsonObject };
}

/** A tool in the plain form that LangChain's `bindTools` takes. */
export interface LangchainTool {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonObject;
}

/** A tool as an MCP server lists it. */
export interface McpTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
  };
}

/** For whom a list is made that is for nobody in particular. */
const anybody: Viewer = { agent: "" };

/**
 * Tools in OpenAI's form. Names become what servers take, `[a-zA-Z0-9_-]{1,64}`; {@link exportedNames} gives them back.
 * Calls still have to go through a gateway.
 * @throws `TOOL_SCHEMA` for types that JSON does not have
 */
export function toOpenAiTools(tools: readonly AnyTool[], viewer: Viewer = anybody): OpenAiTool[] {
  const names = toolNames(tools.map((tool) => tool.name));
  return tools.map((tool) => {
    const { description, parameters } = toShownTool(tool, viewer);
    return { type: "function", function: { name: names.encode(tool.name), description, parameters } };
  });
}

/** Tools in LangChain's plain form, with names as for OpenAI. @throws `TOOL_SCHEMA` for types that JSON does not have */
export function toLangchainTools(tools: readonly AnyTool[], viewer: Viewer = anybody): LangchainTool[] {
  return toOpenAiTools(tools, viewer).map(({ function: { name, description, parameters } }) => ({
    name,
    description,
    schema: parameters,
  }));
}

/** Tools as an MCP server lists them, with names as for OpenAI. @throws `TOOL_SCHEMA` for types that JSON does not have */
export function toMcpTools(tools: readonly AnyTool[], viewer: Viewer = anybody): McpTool[] {
  const names = toolNames(tools.map((tool) => tool.name));
  return tools.map((tool) => toMcpTool(tool, names.encode(tool.name), viewer));
}

function toMcpTool(tool: AnyTool, name: string, viewer: Viewer): McpTool {
  const outputSchema = toOutputSchema(tool);
  return {
    name,
    description: toShownTool(tool, viewer).description,
    // A client may refuse a whole list for one schema without a type.
    inputSchema: { type: "object", ...toInputSchema(tool) },
    ...(outputSchema && { outputSchema }),
    annotations: {
      readOnlyHint: tool.effect === "read",
      destructiveHint: tool.effect === "destructive",
      // A caller over MCP sends no key, so a second call with the same arguments gets one of its own.
      idempotentHint: tool.idempotency === "safe",
    },
  };
}

/** The tools' own names by the names under which they are exported. */
export function exportedNames(tools: readonly AnyTool[]): ReadonlyMap<string, string> {
  const names = toolNames(tools.map((tool) => tool.name));
  return new Map(tools.map((tool) => [names.encode(tool.name), tool.name]));
}
