import { canonicalJson, isPlainObject, type JsonObject } from "../../base/json.ts";
import { fitsSchema, isOfType } from "./fits-schema.ts";
import { repairObject } from "./repair-object.ts";
import { type Repaired, repairScalar } from "./repair-scalar.ts";
import { inside, leftOut, type RepairAt, type RepairPlace, type RepairWalk } from "./repair-walk.ts";
import { schemaFacts } from "./schema-facts.ts";

/** A value as its schema wants it, as far as that is clear; `leftOut` for a field that says nothing. */
export function repairValue(value: unknown, at: RepairAt, walk: RepairWalk): unknown {
  if (typeof value !== "object" && fitsSchema(value, at.schema, walk.root)) return value;
  return repairMisfit(value, at, walk);
}

/** Of a list or an object, or of a scalar that is known not to fit. */
export function repairMisfit(value: unknown, at: RepairAt, walk: RepairWalk): unknown {
  const { schema, place } = at;
  const facts = schemaFacts(schema, walk.root);
  if (facts === undefined) return value;
  if (facts.options !== undefined) return repairOption(value, at, walk);
  let current = value;
  for (const part of facts.allOf ?? []) current = repairValue(current, { schema: part, place }, walk);
  if (current === leftOut || isEmptyWord(current, schema, walk)) return leaveOut(current, at, walk);
  const opened = openContainer(current, facts.types, { place, walk });
  if (Array.isArray(opened) && facts.types.includes("array")) return repairList(opened, at, walk);
  if (isPlainObject(opened) && facts.types.includes("object")) return repairObject(opened, at, walk);
  if ((opened !== value || typeof value === "object") && fitsSchema(opened, schema, walk.root)) return opened;
  const scalar = repairScalar(opened, facts, { schema, root: walk.root });
  if (scalar && (scalar.lossless || walk.guided)) return tell(opened, scalar.value, { place, walk });
  return facts.types.includes("array") ? wrap(opened, at, walk) : opened;
}

/** Of several options the one that the value can be repaired to, if it is exactly one. */
function repairOption(value: unknown, { schema, place }: RepairAt, walk: RepairWalk): unknown {
  if (fitsSchema(value, schema, walk.root)) return value;
  const found = new Map<string, { readonly value: unknown; readonly notes: readonly string[] }>();
  for (const option of schemaFacts(schema, walk.root)?.options ?? []) {
    const notes: string[] = [];
    // Left out is what an option cannot say: that is for the field as a whole.
    const at = { schema: option, place: { ...place, optional: false } };
    const made = repairValue(value, at, { ...walk, notes });
    if (fitsSchema(made, schema, walk.root)) found.set(canonicalJson(made), { value: made, notes });
  }
  if (found.size === 1) {
    const [only] = found.values();
    walk.notes.push(...only!.notes);
    return only!.value;
  }
  return isEmptyWord(value, schema, walk) ? leaveOut(value, { schema, place }, walk) : value;
}

/** `null`, an empty text or the word null, where the schema has no place for it. */
function isEmptyWord(value: unknown, schema: JsonObject, { root }: RepairWalk): boolean {
  const empty =
    value === null ||
    (typeof value === "string" && value.length < 20 && /^\s*(?:null|Null|NULL|None|undefined)?\s*$/.test(value));
  return empty && !fitsSchema(value, schema, root);
}

function leaveOut(value: unknown, { schema, place }: RepairAt, walk: RepairWalk): unknown {
  if (!walk.guided || value === leftOut) return value;
  if (typeof value === "string" && value.trim() !== "" && fitsSchema(null, schema, walk.root))
    return tell(value, null, { place, walk });
  const choice = typeof value === "string" && value.trim() !== "" ? readChoice(value, schema, walk) : undefined;
  if (choice) return tell(value, choice.value, { place, walk });
  if (!place.optional) return value;
  walk.notes.push(walk.words.leftOut(place.path, value));
  return leftOut;
}

/** A list or an object that came as its text is the same list or object. */
function openContainer(
  value: unknown,
  types: readonly string[],
  { place, walk }: { readonly place: RepairPlace; readonly walk: RepairWalk },
): unknown {
  if (typeof value !== "string" || types.includes("string")) return value;
  const text = value.trim();
  const wanted = text.startsWith("{") ? "object" : text.startsWith("[") ? "array" : undefined;
  if (wanted === undefined || !types.includes(wanted)) return value;
  const parsed = parseJson(text);
  if (parsed === undefined || !isOfType(parsed, wanted)) return value;
  return tell(value, parsed, { place, walk });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** One item in place of a list of one. A text with separators may be several. */
function wrap(value: unknown, { schema, place }: RepairAt, walk: RepairWalk): unknown {
  if (!walk.guided || value === null || value === undefined || Array.isArray(value)) return value;
  if (typeof value === "string" && (value.trim() === "" || /[,;\n、，；|]|^\s*[[{]/.test(value))) return value;
  const notes: string[] = [];
  const list = repairList([value], { schema, place }, { ...walk, notes });
  if (!fitsSchema(list, schema, walk.root)) return value;
  return tell(value, list, { place, walk });
}

/** The same list where no item changes. */
function repairList(list: readonly unknown[], { schema, place }: RepairAt, walk: RepairWalk): readonly unknown[] {
  const { items, prefixItems } = schemaFacts(schema, walk.root)!;
  if (items === undefined && prefixItems === undefined) return list;
  let made: unknown[] | undefined;
  for (const [index, item] of list.entries()) {
    const inner = prefixItems !== undefined && index < prefixItems.length ? prefixItems[index] : items;
    if (!isPlainObject(inner) || (typeof item !== "object" && fitsSchema(item, inner, walk.root))) continue;
    const itemPlace = { path: inside(place.path, index), optional: false };
    const repaired = repairMisfit(item, { schema: inner, place: itemPlace }, walk);
    if (repaired !== item) (made ??= [...list])[index] = repaired;
  }
  return made ?? list;
}

function readChoice(value: unknown, schema: JsonObject, { root }: RepairWalk): Repaired | undefined {
  return repairScalar(value, schemaFacts(schema, root)!, { schema, root });
}

function tell(
  sent: unknown,
  read: unknown,
  { place, walk }: { readonly place: RepairPlace; readonly walk: RepairWalk },
): unknown {
  walk.notes.push(walk.words.read(place.path, sent, read));
  return read;
}
