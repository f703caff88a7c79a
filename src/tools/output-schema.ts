import { z } from "zod";
import type { JsonObject } from "../base/json.ts";
import { openSchema } from "./json-schema/prepare-schema.ts";
import type { AnyTool } from "./tool.ts";

const schemas = new WeakMap<AnyTool, JsonObject | undefined>();

/**
 * The JSON Schema of a tool's answers, for those that list tools to others: open, since an answer may hold more than was
 * promised. `undefined` for a tool that promises nothing, no object, or what JSON Schema cannot say. Made once per tool;
 * do not change it.
 */
export function toOutputSchema(tool: AnyTool): JsonObject | undefined {
  if (schemas.has(tool)) return schemas.get(tool);
  const schema = tool.outputSchema ?? (tool.output && fromZod(tool.output));
  const shown = schema?.["type"] === "object" ? openSchema(schema) : undefined;
  schemas.set(tool, shown);
  return shown;
}

function fromZod(output: z.ZodType): JsonObject | undefined {
  try {
    const schema = z.toJSONSchema(output, { io: "output", override: openObjects }) as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(schema).filter(([key]) => key !== "$schema" && key !== "~standard"),
    ) as JsonObject;
  } catch {
    // A type that JSON does not have: the tool works all the same, its answer is only not described.
    return undefined;
  }
}

function openObjects({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}
