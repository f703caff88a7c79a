import { z } from "zod";
import type { ValueSchema } from "./check-value.ts";
import { createFindIssues, type FindIssues } from "./find-issues.ts";
import { hasOwnChecks } from "./own-checks.ts";
import { toStrictSchema } from "./strict-schema.ts";
import type { AnyTool } from "./tool.ts";

/** From this call on a schema is worth compiling: it takes about a millisecond and saves about a microsecond a call. */
const compiledFrom = 5;

interface StrictInput extends ValueSchema {
  schema: z.core.$ZodType;
  find?: FindIssues;
  uses: number;
}

const inputs = new WeakMap<AnyTool, StrictInput>();

/** The zod schema that a tool's arguments are checked with: unknown keys refused at every depth, compiled when used often. */
export function strictInputOf(tool: AnyTool): ValueSchema {
  let input = inputs.get(tool);
  if (!input) inputs.set(tool, (input = { schema: toStrictSchema(tool.input!), uses: 0 }));
  input.uses += 1;
  if (input.uses === compiledFrom) {
    // An author's own checks must not run more often than once for a call.
    if (!hasOwnChecks(input.schema)) input.find = createFindIssues(input.schema);
    input.schema = z.compile(input.schema);
  }
  return input;
}
