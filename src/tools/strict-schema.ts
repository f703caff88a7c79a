import { z } from "zod";

/**
 * A copy of `schema` in which every object that says nothing about unknown keys refuses them, at every depth.
 * `z.looseObject` and `catchall` stay open. Made once per schema; the copies of a recursive schema point at each other.
 */
export function toStrictSchema(schema: z.core.$ZodType): z.core.$ZodType {
  const known = copies.get(schema);
  if (known) return known;
  const copy = copySchema(schema);
  copies.set(schema, copy);
  return copy;
}

const copies = new WeakMap<z.core.$ZodType, z.core.$ZodType>();

function copySchema(schema: z.core.$ZodType): z.core.$ZodType {
  const definition = (schema as z.core.$ZodTypes)._zod.def;
  switch (definition.type) {
    case "object":
      return rebuild(schema, strictObject(definition));
    case "array":
      return rebuild(schema, { ...definition, element: toStrictSchema(definition.element) });
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "nonoptional":
    case "readonly":
    case "catch":
    case "success":
      return rebuild(schema, { ...definition, innerType: toStrictSchema(definition.innerType) });
    case "union":
      return rebuild(schema, { ...definition, options: definition.options.map((option) => toStrictSchema(option)) });
    case "intersection":
      return rebuild(schema, {
        ...definition,
        left: toStrictSchema(definition.left),
        right: toStrictSchema(definition.right),
      });
    case "tuple":
      return rebuild(schema, {
        ...definition,
        items: definition.items.map((item) => toStrictSchema(item)),
        rest: definition.rest && toStrictSchema(definition.rest),
      });
    case "record":
      return rebuild(schema, { ...definition, valueType: toStrictSchema(definition.valueType) });
    case "pipe":
      return rebuild(schema, { ...definition, in: toStrictSchema(definition.in), out: toStrictSchema(definition.out) });
    case "lazy":
      return rebuild(schema, { ...definition, getter: () => toStrictSchema(definition.getter()) });
    default:
      return schema;
  }
}

/** The shape is copied when it is first read, since a recursive schema names itself in it. */
function strictObject(definition: z.core.$ZodObjectDef): z.core.$ZodObjectDef {
  let shape: z.core.$ZodShape | undefined;
  const { shape: _, ...rest } = Object.getOwnPropertyDescriptors(definition);
  return Object.defineProperties({} as z.core.$ZodObjectDef, {
    ...rest,
    catchall: { value: definition.catchall ?? z.never(), enumerable: true, writable: true, configurable: true },
    shape: {
      get: () =>
        (shape ??= Object.fromEntries(
          Object.entries(definition.shape).map(([key, field]) => [key, toStrictSchema(field)]),
        )),
      enumerable: true,
      configurable: true,
    },
  });
}

/** Refinements and checks stand in the definition, so the copy keeps them. */
function rebuild<Definition extends z.core.$ZodTypeDef>(
  schema: z.core.$ZodType,
  definition: Definition,
): z.core.$ZodType {
  return z.core.util.clone(schema, definition);
}
