import { createHash } from "node:crypto";
import { canonicalJson, type JsonObject } from "../../base/json.ts";
import type { ListedTool } from "../client/mcp-trust.ts";

/** A tool as somebody agreed to it. */
export interface ToolPin {
  /** 32 hex digits over the server's name and the whole definition. */
  readonly fingerprint: string;
  /** What was agreed to, so that a change can be shown. */
  readonly definition: ListedTool;
}

/** The pin of a tool as a server lists it now. */
export function toToolPin(server: string, tool: ListedTool): ToolPin {
  const definition = definitionOf(tool);
  return { fingerprint: toolPinFingerprint(server, definition), definition };
}

/** Every word of a definition counts: a model reads the description, and people may rely on annotations. */
export function toolPinFingerprint(server: string, tool: ListedTool): string {
  return createHash("sha256")
    .update(canonicalJson({ server, ...definitionOf(tool) }))
    .digest("hex")
    .slice(0, 32);
}

/** Only what is pinned, in one order; `$schema` and the like inside schemas stay. */
function definitionOf(tool: ListedTool): ListedTool {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  return {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(inputSchema && { inputSchema: sorted(inputSchema) }),
    ...(outputSchema && { outputSchema: sorted(outputSchema) }),
    ...(annotations && { annotations: sorted(annotations) }),
  };
}

/** Servers list their keys in any order; a file that is committed has one. */
function sorted(value: JsonObject): JsonObject {
  return JSON.parse(canonicalJson(value)) as JsonObject;
}
