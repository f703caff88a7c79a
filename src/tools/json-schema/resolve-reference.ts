import { isPlainObject, type JsonObject } from "../../base/json.ts";

/** A schema may point to one that points on, at most so often. */
const longestChain = 20;

/**
 * What `schema` stands for: itself, or what its `$ref` points to within `root`, with the keywords beside the `$ref`
 * laid over it. `undefined` for a reference that leads out of `root`, to nothing, or round in a circle.
 */
export function resolveReference(schema: JsonObject, root: JsonObject): JsonObject | undefined {
  if (schema["$ref"] === undefined) return schema;
  let current = schema;
  for (let step = 0; step < longestChain; step += 1) {
    const { $ref: reference, ...beside } = current;
    if (typeof reference !== "string") return current;
    const target = lookUp(reference, root);
    if (target === undefined) return undefined;
    current = Object.keys(beside).length === 0 ? target : { ...target, ...beside };
  }
  return undefined;
}

function lookUp(reference: string, root: JsonObject): JsonObject | undefined {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return undefined;
  let place: unknown = root;
  for (const part of reference.slice(2).split("/")) {
    const key = decode(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof place !== "object" || place === null || !Object.hasOwn(place, key)) return undefined;
    place = (place as Record<string, unknown>)[key];
  }
  return isPlainObject(place) ? (place as JsonObject) : undefined;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A lone percent sign stands for itself.
    return part;
  }
}
