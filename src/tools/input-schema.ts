import { z } from "zod";
import type { JsonObject } from "../base/json.ts";
import { prepareSchema } from "./json-schema/prepare-schema.ts";
import type { AnyTool } from "./tool.ts";
import { toolSchemaError } from "./tools-errors.ts";
import { definitionOf } from "./zod-definition.ts";

const schemas = new WeakMap<AnyTool, JsonObject>();

/**
 * The JSON Schema of a tool's arguments, as a model is told it: fields with a default are optional, and every object
 * is closed unless the zod object is loose or has a catchall. Made once per tool; do not change it.
 * @throws `TOOL_SCHEMA` for types that JSON does not have
 */
export function toInputSchema(tool: AnyTool): JsonObject {
  const known = schemas.get(tool);
  if (known) return known;
  const schema = writeSchema(tool);
  schemas.set(tool, schema);
  return schema;
}

function writeSchema(tool: AnyTool): JsonObject {
  if (tool.inputSchema) return prepareSchema(tool.inputSchema);
  try {
    const {
      $schema: _,
      "~standard": __,
      ...schema
    } = z.toJSONSchema(tool.input!, { io: "input", override: closeObjects }) as Record<string, unknown>;
    return schema as JsonObject;
  } catch (error) {
    throw toolSchemaError(tool.name, error);
  }
}

/** Parts of an intersection stay open: each would refuse the keys of the other. */
function closeObjects({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  const definition = definitionOf(zodSchema);
  if (definition.type === "object" && definition.catchall === undefined) jsonSchema.additionalProperties = false;
  if (definition.type !== "intersection") return;
  for (const part of jsonSchema.allOf ?? []) if (typeof part === "object") delete part.additionalProperties;
}
