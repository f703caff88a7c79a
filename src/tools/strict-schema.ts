import { z } from "zod";
import { definitionOf, type ZodDefinition } from "./zod-definition.ts";

/**
 * A copy of `schema` in which every object that says nothing about unknown keys refuses them, at every depth.
 * `z.looseObject` and `catchall` stay open. Made once per schema.
 */
export function toStrictSchema(schema: z.core.$ZodType): z.core.$ZodType {
  const known = copies.get(schema);
  if (known) return known;
  // A recursive schema meets itself here while it is being copied: that edge is looked up when it is first followed.
  if (copying.has(schema)) return z.lazy(() => copies.get(schema) ?? schema);
  copying.add(schema);
  try {
    const copy = copySchema(schema);
    copies.set(schema, copy);
    return copy;
  } finally {
    copying.delete(schema);
  }
}

const copies = new WeakMap<z.core.$ZodType, z.core.$ZodType>();
const copying = new Set<z.core.$ZodType>();

function copySchema(schema: z.core.$ZodType): z.core.$ZodType {
  const definition = definitionOf(schema);
  if (definition.type === "lazy") return strictLazy(schema, definition);
  const parts = strictParts(definition);
  // Refinements and checks stand in the definition, so the copy keeps them.
  return parts === undefined ? schema : z.core.util.clone(schema, Object.assign({}, definition, parts));
}

/** The parts of a definition that hold other schemas, as copies; `undefined` for a schema that holds none. */
function strictParts(definition: ZodDefinition): object | undefined {
  if (definition.type === "catch") return strictCatch(definition);
  if ("innerType" in definition) return { innerType: toStrictSchema(definition.innerType) };
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the other kinds hold no schemas
  switch (definition.type) {
    case "object":
      return { shape: strictShape(definition.shape), catchall: definition.catchall ?? z.never() };
    case "array":
      return { element: toStrictSchema(definition.element) };
    case "union":
      return { options: definition.options.map(toStrictSchema) };
    case "intersection":
      return { left: toStrictSchema(definition.left), right: toStrictSchema(definition.right) };
    case "tuple":
      return { items: definition.items.map(toStrictSchema), rest: definition.rest && toStrictSchema(definition.rest) };
    case "record":
      return { valueType: toStrictSchema(definition.valueType) };
    case "pipe":
      return { in: toStrictSchema(definition.in), out: toStrictSchema(definition.out) };
    default:
      return undefined;
  }
}

function strictShape(shape: Readonly<Record<string, z.core.$ZodType>>): Record<string, z.core.$ZodType> {
  return Object.fromEntries(Object.entries(shape).map(([key, field]) => [key, toStrictSchema(field)]));
}

/** Made from its parts: a lazy schema that was used before keeps what it found in its definition. */
function strictLazy(schema: z.core.$ZodType, { type, getter, checks, error }: z.core.$ZodLazyDef): z.core.$ZodType {
  const definition = {
    type,
    getter: () => toStrictSchema(getter()),
    ...(checks && { checks }),
    ...(error && { error }),
  };
  return z.core.util.clone(schema, definition);
}

/** A fallback stands in for a wrong value; it must not hide that a key was unknown. */
function strictCatch({ innerType, catchValue }: z.core.$ZodCatchDef): object {
  return {
    innerType: toStrictSchema(innerType),
    catchValue: (failed: z.core.$ZodCatchCtx): unknown => {
      const unknown = unknownKeys(failed.error.issues);
      if (unknown.length > 0) throw new Error(`no unknown keys (${unknown.join(", ").slice(0, 200)})`);
      return catchValue(failed);
    },
  };
}

function unknownKeys(issues: readonly z.core.$ZodIssue[]): string[] {
  return issues.flatMap((issue) => {
    if (issue.code === "unrecognized_keys") return issue.keys.map((key) => [...issue.path, key].map(String).join("."));
    if (issue.code === "invalid_union")
      return issue.errors.length > 0 && issue.errors.every(isOnlyUnknown) ? issue.errors.flatMap(unknownKeys) : [];
    return [];
  });
}

function isOnlyUnknown(issues: readonly z.core.$ZodIssue[]): boolean {
  return unknownKeys(issues).length > 0;
}
