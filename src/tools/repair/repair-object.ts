import { fitsSchema } from "./fits-schema.ts";
import { inside, leftOut, type RepairAt, type RepairWalk } from "./repair-walk.ts";
import { type SchemaFacts, schemaFacts } from "./schema-facts.ts";

/**
 * An object with its fields repaired, and with keys that mean a known one under that one's name. The same object where
 * nothing changes.
 */
export function repairObject(value: Record<string, unknown>, { schema, place }: RepairAt, walk: RepairWalk): object {
  const facts = schemaFacts(schema, walk.root)!;
  const sentKeys = Object.keys(value);
  const strange = walk.guided && facts.closed && sentKeys.some((key) => !facts.properties.has(key));
  const names = strange ? knownNames(sentKeys, facts) : undefined;
  let fields: [string, unknown][] | undefined;
  for (const [index, sent] of sentKeys.entries()) {
    const key = names?.get(sent) ?? sent;
    if (key !== sent) walk.notes.push(walk.words.renamed(inside(place.path, sent), key));
    const inner = facts.properties.get(key) ?? facts.rest;
    const field = value[sent];
    const made = inner === undefined ? field : repairField(field, { schema: inner, place, key, facts }, walk);
    if (fields === undefined && (key !== sent || made !== field))
      fields = sentKeys.slice(0, index).map((before) => [before, value[before]]);
    if (made !== leftOut) fields?.push([key, made]);
  }
  return fields === undefined ? value : Object.fromEntries(fields);
}

interface FieldAt extends RepairAt {
  readonly key: string;
  /** Of the object. */
  readonly facts: SchemaFacts;
}

function repairField(field: unknown, { schema, place, key, facts }: FieldAt, walk: RepairWalk): unknown {
  if (field === undefined || (typeof field !== "object" && fitsSchema(field, schema, walk.root))) return field;
  const optional = facts.properties.has(key) && !facts.required.has(key);
  return walk.repair(field, { schema, place: { path: inside(place.path, key), optional } }, walk);
}

/** For unknown keys the one known key that is absent and differs in case and separators only. */
function knownNames(sent: readonly string[], { properties }: SchemaFacts): Map<string, string> {
  const absent = [...properties.keys()].filter((key) => !sent.includes(key));
  const unknown = sent.filter((key) => !properties.has(key));
  const names = new Map<string, string>();
  for (const key of unknown) {
    const found = absent.filter((known) => bareKey(known) === bareKey(key));
    const rivals = unknown.filter((other) => bareKey(other) === bareKey(key));
    if (found.length === 1 && rivals.length === 1) names.set(key, found[0]!);
  }
  return names;
}

function bareKey(key: string): string {
  return key.replace(/[\s_.-]/g, "").toLowerCase();
}
