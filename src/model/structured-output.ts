import type { z } from "zod";
import { readArguments } from "./read-arguments.ts";

/** What was found in a text answer. */
export type StructuredText<Output> =
  | { readonly found: true; readonly value: Output }
  /** One line for each thing that is wrong, worded for a model that shall answer again. */
  | { readonly found: false; readonly issues: readonly string[] };

/**
 * Reads a value out of a final text, for models that write their result instead of calling the tool for it. The text
 * must hold exactly one JSON object, alone, in a fence or in prose, and the object must satisfy the schema. Nothing is
 * completed or guessed.
 */
export function readStructuredText<Output>(text: string, schema: z.ZodType<Output>): StructuredText<Output> {
  const read = readArguments(text, false);
  if ("problem" in read || text.trim() === "") {
    return { found: false, issues: ["The answer must hold exactly one whole JSON object."] };
  }
  const checked = schema.safeParse(read.arguments);
  if (checked.success) return { found: true, value: checked.data };
  return {
    found: false,
    issues: checked.error.issues.map((issue) => `${issue.path.join(".") || "the object"}: ${issue.message}`),
  };
}
