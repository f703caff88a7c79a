import { z } from "zod";
import type { JsonObject } from "../../base/json.ts";
import { toInputSchema } from "../../tools/input-schema.ts";
import type { AnyTool } from "../../tools/tool.ts";
import { sampleInput } from "./sample-input.ts";

/** A call of a tool as a first test may make it. */
export interface SampleCall {
  /** Fits the tool's schema as far as its plain keywords say. */
  readonly input: JsonObject;
  /** An answer that fits the tool's contract in the same way. */
  readonly output: JsonObject;
  /** True when a person is asked before each call. */
  readonly confirmed: boolean;
}

/** Makes up a call from a tool's contract. */
export function sampleCall(tool: AnyTool): SampleCall {
  return {
    input: sampleInput(toInputSchema(tool), []),
    output: sampleInput(outputSchemaOf(tool), []),
    confirmed: tool.policy.confirm !== "never",
  };
}

/** What the tool's `run` has to give, before its contract turns it into something else. */
function outputSchemaOf({ output, outputSchema }: AnyTool): JsonObject {
  if (outputSchema) return outputSchema;
  return output ? (z.toJSONSchema(output, { io: "input", unrepresentable: "any" }) as JsonObject) : {};
}
