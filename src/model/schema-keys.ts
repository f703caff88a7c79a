import type { z } from "zod";

/** The keys that a schema knows at `path`, for naming the nearest one to a slip. Empty where any key goes. */
export function schemaKeysAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let current: z.ZodType | undefined = schema;
  for (const key of path) current = current && childOf(unwrap(current), key);
  const shape = current && inside(unwrap(current)).shape;
  return shape ? Object.keys(shape) : [];
}

/** The parts of a schema's definition that lead inwards. */
interface Inside {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
}

function inside(schema: z.ZodType): Inside {
  return schema.def;
}

function childOf(schema: z.ZodType, key: PropertyKey): z.ZodType | undefined {
  const { shape, element, valueType } = inside(schema);
  return shape?.[String(key)] ?? element ?? valueType;
}

/** Past defaults, optionals and transforms, to the schema of the value as it is written. */
function unwrap(schema: z.ZodType): z.ZodType {
  const definition = inside(schema);
  if (definition.innerType) return unwrap(definition.innerType);
  const written = definition.in && inside(definition.in).type === "transform" ? definition.out : definition.in;
  return written ? unwrap(written) : schema;
}
