import type { JsonObject } from "../base/json.ts";
import { toInputSchema } from "./input-schema.ts";
import { findSchemaGap } from "./json-schema/schema-gap.ts";
import { hasOwnChecks } from "./own-checks.ts";
import type { AnyTool } from "./tool.ts";

/**
 * Why it is not certain that `fallback` accepts every input that `tool` accepts; `undefined` where it is proved. The proof
 * goes by the two JSON Schemas alone, and is careful: what it cannot compare it does not accept.
 */
export function findContractGap(tool: AnyTool, fallback: AnyTool): string | undefined {
  if (tool.input !== undefined && tool.input === fallback.input) return undefined;
  const schemas = readSchemas(tool, fallback);
  if (typeof schemas === "string") return schemas;
  const gap = findSchemaGap(schemas[0], schemas[1]);
  if (gap !== undefined) return gap;
  // A schema's own code can refuse what its JSON Schema allows; the first tool's can only make its inputs fewer.
  if (fallback.input && hasOwnChecks(fallback.input)) return "its input is checked by code of its own";
  return undefined;
}

function readSchemas(tool: AnyTool, fallback: AnyTool): readonly [JsonObject, JsonObject] | string {
  try {
    return [toInputSchema(tool), toInputSchema(fallback)];
  } catch {
    return "their inputs cannot be written as JSON Schema";
  }
}
