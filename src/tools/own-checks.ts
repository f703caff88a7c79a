import type { z } from "zod";
import { definitionOf } from "./zod-definition.ts";

/** True when a schema holds checks, transformations or types of its author's, which JSON Schema cannot say. */
export function hasOwnChecks(schema: z.core.$ZodType, seen: Set<z.core.$ZodType> = new Set()): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  const definition = definitionOf(schema);
  if (["custom", "transform", "pipe", "lazy", "promise", "catch"].includes(definition.type)) return true;
  if (definition.checks?.some((check) => !isKnownCheck(check))) return true;
  return innerSchemas(definition).some((inner) => hasOwnChecks(inner, seen));
}

/** Checks that JSON Schema has a word for. Formats that are not patterns there are code here. */
function isKnownCheck(check: z.core.$ZodCheck): boolean {
  // oxlint-disable-next-line no-underscore-dangle -- the name is zod's
  const { check: kind, format } = check._zod.def as { readonly check: string; readonly format?: string };
  if (kind === "string_format") return ["regex", "datetime", "date", "uuid", "guid", "email"].includes(format ?? "");
  return [
    "less_than",
    "greater_than",
    "number_format",
    "min_length",
    "max_length",
    "length_equals",
    "overwrite",
  ].includes(kind);
}

function innerSchemas(definition: object): z.core.$ZodType[] {
  return Object.values(definition).flatMap((part: unknown) => {
    if (isSchema(part)) return [part];
    return typeof part === "object" && part !== null ? Object.values(part).filter(isSchema) : [];
  });
}

function isSchema(value: unknown): value is z.core.$ZodType {
  return typeof value === "object" && value !== null && "_zod" in value && "def" in (value._zod as object);
}
