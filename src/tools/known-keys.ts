import type { z } from "zod";
import { definitionOf, type ZodDefinition } from "./zod-definition.ts";

/** The keys that `schema` knows at `path`, those of all options of a union together. */
export function knownKeysAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  let places = unwrap(schema);
  for (const key of path) places = places.flatMap((place) => step(place, key)).flatMap(unwrap);
  return [...new Set(places.flatMap((place) => (place.type === "object" ? Object.keys(place.shape) : [])))];
}

/** The definitions that look at the value itself: wrappers taken off, unions taken apart. */
function unwrap(schema: z.core.$ZodType): ZodDefinition[] {
  const definition = definitionOf(schema);
  if ("innerType" in definition) return unwrap(definition.innerType);
  if (definition.type === "union") return definition.options.flatMap(unwrap);
  if (definition.type === "intersection") return [...unwrap(definition.left), ...unwrap(definition.right)];
  if (definition.type === "pipe") return [...unwrap(definition.in), ...unwrap(definition.out)];
  return definition.type === "lazy" ? unwrap(definition.getter()) : [definition];
}

function step(definition: ZodDefinition, key: PropertyKey): z.core.$ZodType[] {
  if (definition.type === "object") return Object.hasOwn(definition.shape, key) ? [definition.shape[String(key)]!] : [];
  if (definition.type === "array") return [definition.element];
  if (definition.type === "record") return [definition.valueType];
  if (definition.type !== "tuple") return [];
  const item = definition.items[Number(key)] ?? definition.rest;
  return item ? [item] : [];
}
