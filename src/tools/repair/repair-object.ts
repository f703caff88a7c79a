import { fitsSchema } from "./fits-schema.ts";
import { inside, leftOut, type RepairAt, type RepairPlace, type RepairWalk } from "./repair-walk.ts";
import { type SchemaFacts, schemaFacts } from "./schema-facts.ts";

/**
 * An object with its fields repaired, and with keys that mean a known one under that one's name. The same object where
 * nothing changes.
 */
export function repairObject(value: Record<string, unknown>, { schema, place }: RepairAt, walk: RepairWalk): object {
  const facts = schemaFacts(schema, walk.root)!;
  const sent = Object.keys(value);
  const names = walk.guided && facts.closed && !areKnown(sent, facts) ? knownNames(sent, facts) : undefined;
  if (names !== undefined && names.size > 0) return renameKeys(value, names, { place, facts, walk });
  let made: Record<string, unknown> | undefined;
  for (const key of sent) {
    const inner = facts.properties.get(key) ?? facts.rest;
    if (inner === undefined) continue;
    const field = value[key];
    const repaired = repairField(field, { schema: inner, place, key, facts }, walk);
    if (repaired === field) continue;
    made ??= { ...value };
    if (repaired === leftOut) delete made[key];
    else made[key] = repaired;
  }
  return made ?? value;
}

function areKnown(keys: readonly string[], { properties }: SchemaFacts): boolean {
  for (const key of keys) if (!properties.has(key)) return false;
  return true;
}

interface ObjectAt {
  readonly place: RepairPlace;
  readonly facts: SchemaFacts;
  readonly walk: RepairWalk;
}

function renameKeys(value: Record<string, unknown>, names: ReadonlyMap<string, string>, at: ObjectAt): object {
  const { place, facts, walk } = at;
  const fields: [string, unknown][] = [];
  for (const [sent, field] of Object.entries(value)) {
    const key = names.get(sent) ?? sent;
    if (key !== sent) walk.notes.push(walk.words.renamed(inside(place.path, sent), key));
    const inner = facts.properties.get(key) ?? facts.rest;
    const made = inner === undefined ? field : repairField(field, { schema: inner, place, key, facts }, walk);
    if (made !== leftOut) fields.push([key, made]);
  }
  return Object.fromEntries(fields);
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
