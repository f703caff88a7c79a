import type { z } from "zod";

/** The keys that `schema` knows at `path`, those of all options of a union together. */
export function knownKeysAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  let places = unwrap(schema);
  for (const key of path) places = places.flatMap((place) => step(place, key)).flatMap(unwrap);
  return [
    ...new Set(places.flatMap((place) => (place._zod.def.type === "object" ? Object.keys(place._zod.def.shape) : []))),
  ];
}

/** The schemas that look at the value itself: wrappers taken off, unions taken apart. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodTypes[] {
  const known = schema as z.core.$ZodTypes;
  const definition = known._zod.def;
  switch (definition.type) {
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "nonoptional":
    case "readonly":
    case "catch":
      return unwrap(definition.innerType);
    case "union":
      return definition.options.flatMap(unwrap);
    case "intersection":
      return [...unwrap(definition.left), ...unwrap(definition.right)];
    case "pipe":
      return [...unwrap(definition.in), ...unwrap(definition.out)];
    case "lazy":
      return unwrap(definition.getter());
    default:
      return [known];
  }
}

function step(schema: z.core.$ZodTypes, key: PropertyKey): z.core.$ZodType[] {
  const definition = schema._zod.def;
  if (definition.type === "object") return Object.hasOwn(definition.shape, key) ? [definition.shape[String(key)]!] : [];
  if (definition.type === "array") return [definition.element];
  if (definition.type === "record") return [definition.valueType];
  if (definition.type === "tuple")
    return [definition.items[Number(key)] ?? definition.rest].filter((item) => item !== undefined && item !== null);
  return [];
}
