import type { z } from "zod";

/** What a schema was made from, told apart by `type`: zod's own public form for tools that walk schemas. */
export type ZodDefinition = z.core.$ZodTypes["_zod"]["def"];

/** The definition of any schema. */
export function definitionOf(schema: z.core.$ZodType): ZodDefinition {
  // oxlint-disable-next-line no-underscore-dangle -- the name is zod's
  return (schema as z.core.$ZodTypes)._zod.def;
}
