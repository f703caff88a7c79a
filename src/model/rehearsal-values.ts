import { z } from "zod";
import type { JsonObject, JsonValue } from "../base/json.ts";

/** A text, empty or not. */
export const text: z.ZodString = z.string({ error: "expected a text" });

/** A text that is not empty. */
export const filledText: z.ZodString = text.min(1, { error: "expected a text that is not empty" });

/** One text or several; comes out as a list. @default none */
export const texts: z.ZodType<readonly string[]> = z
  .union([filledText, z.array(filledText)], { error: "expected a text or a list of texts" })
  .transform((value) => (typeof value === "string" ? [value] : value))
  .default([]);

/** Any plain value. */
export const json: z.ZodType<JsonValue> = z.json();

/** A mapping of plain values. */
export const object: z.ZodType<JsonObject> = z.record(z.string(), json, { error: "expected a mapping" });

/** The name of a tool. */
export const tool: z.ZodString = text.regex(/^\S+$/, {
  error: "expected the name of a tool, such as weather/get_current",
});

/** Names of tools. @default none */
export const tools: z.ZodType<readonly string[]> = z.array(tool, { error: "expected a list of tools" }).default([]);

/** Words a wrong type; an unknown key is worded by the reader of the issue, who knows the neighbouring keys. */
export function mapping(what: string): (issue: { readonly code?: string }) => string | undefined {
  return (issue) => (issue.code === "invalid_type" ? `expected ${what}, as a mapping` : undefined);
}
