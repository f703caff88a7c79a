import { z } from "zod";
import { toStrictSchema } from "./strict-schema.ts";
import type { AnyTool } from "./tool.ts";

/** From this call on a schema is worth compiling: it takes about a millisecond and saves about a microsecond a call. */
const compiledFrom = 5;

interface StrictInput {
  schema: z.core.$ZodType;
  uses: number;
}

const inputs = new WeakMap<AnyTool, StrictInput>();

/** The zod schema that a tool's arguments are checked with: unknown keys refused at every depth, compiled when used often. */
export function strictInputOf(tool: AnyTool): z.core.$ZodType {
  let input = inputs.get(tool);
  if (!input) inputs.set(tool, (input = { schema: toStrictSchema(tool.input!), uses: 0 }));
  input.uses += 1;
  if (input.uses === compiledFrom) input.schema = z.compile(input.schema);
  return input.schema;
}
