import { isPlainObject, type JsonObject } from "../base/json.ts";
import { toInputSchema } from "./input-schema.ts";
import { toModelSchema } from "./json-schema/model-schema.ts";
import type { AnyTool, ToolAppearance, Viewer } from "./tool.ts";

/** A tool as a model is told of it. */
export interface ShownTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema with `type: "object"` at its root. */
  readonly parameters: JsonObject;
}

const plain = new WeakMap<AnyTool, ShownTool>();

/**
 * A tool for a model's list: its definition, changed by its `appearance` for this viewer. The same object for a tool
 * without one.
 * @throws `TOOL_SCHEMA` for types that JSON does not have
 */
export function toShownTool(tool: AnyTool, viewer: Viewer): ShownTool {
  let shown = plain.get(tool);
  if (!shown) {
    shown = { name: tool.name, description: tool.description, parameters: toModelSchema(toInputSchema(tool)) };
    plain.set(tool, shown);
  }
  const changes = tool.appearance === undefined ? undefined : appearanceOf(tool, viewer);
  if (changes === undefined) return shown;
  return {
    name: tool.name,
    description: typeof changes.description === "string" ? changes.description : shown.description,
    parameters: isPlainObject(changes.inputSchema) ? toModelSchema(changes.inputSchema) : shown.parameters,
  };
}

/** An appearance that fails must not take the tool away. */
function appearanceOf(tool: AnyTool, viewer: Viewer): ToolAppearance | undefined {
  try {
    const changes: unknown = tool.appearance!(viewer);
    return isPlainObject(changes) ? changes : undefined;
  } catch {
    return undefined;
  }
}
