import { isPlainObject } from "../base/json.ts";
import { toInputSchema } from "./input-schema.ts";
import type { AnyTool } from "./tool.ts";

/** The arguments that a tool takes; `undefined` for a tool that takes any. */
export function argumentNames(tool: AnyTool): readonly string[] | undefined {
  const schema = toInputSchema(tool);
  const { properties } = schema;
  return schema["additionalProperties"] === false && isPlainObject(properties) ? Object.keys(properties) : undefined;
}
