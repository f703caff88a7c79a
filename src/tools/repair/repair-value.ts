import { canonicalJson, isPlainObject, type JsonObject } from "../../base/json.ts";
import { resolveReference } from "../json-schema/resolve-reference.ts";
import { fitsSchema, isOfType, typesOf } from "./fits-schema.ts";
import { repairObject } from "./repair-object.ts";
import { repairScalar } from "./repair-scalar.ts";
import { inside, leftOut, type RepairAt, type RepairPlace, type RepairWalk } from "./repair-walk.ts";

/** A value as its schema wants it, as far as that is clear; `leftOut` for a field that says nothing. */
export function repairValue(value: unknown, given: RepairAt, walk: RepairWalk): unknown {
  const { place } = given;
  const schema = resolveReference(given.schema, walk.root);
  if (schema === undefined) return value;
  if (Array.isArray(schema["anyOf"]) || Array.isArray(schema["oneOf"]))
    return repairOption(value, { schema, place }, walk);
  let current = value;
  for (const part of Array.isArray(schema["allOf"]) ? schema["allOf"] : [])
    if (isPlainObject(part)) current = repairValue(current, { schema: part as JsonObject, place }, walk);
  if (current === leftOut || isEmptyWord(current, schema, walk)) return leaveOut(current, { schema, place }, walk);
  const types = typesOf(schema);
  const opened = openContainer(current, types, { place, walk });
  if (Array.isArray(opened) && types.includes("array")) return repairList(opened, { schema, place }, walk);
  if (isPlainObject(opened) && types.includes("object")) return repairObject(opened, { schema, place }, walk);
  if (fitsSchema(opened, schema, walk.root)) return opened;
  const scalar = repairScalar(opened, schema, walk);
  if (scalar && (scalar.lossless || walk.guided)) return tell(opened, scalar.value, { place, walk });
  return types.includes("array") ? wrap(opened, { schema, place }, walk) : opened;
}

/** Of several options the one that the value can be repaired to, if it is exactly one. */
function repairOption(value: unknown, { schema, place }: RepairAt, walk: RepairWalk): unknown {
  if (fitsSchema(value, schema, walk.root)) return value;
  const { anyOf, oneOf, allOf: _, ...beside } = schema;
  const options = [...(Array.isArray(anyOf) ? anyOf : []), ...(Array.isArray(oneOf) ? oneOf : [])];
  const found = new Map<string, { readonly value: unknown; readonly notes: readonly string[] }>();
  for (const option of options) {
    const whole = isPlainObject(option) ? resolveReference(option as JsonObject, walk.root) : undefined;
    if (whole === undefined) continue;
    const notes: string[] = [];
    // Left out is what an option cannot say: that is for the field as a whole.
    const made = repairValue(
      value,
      { schema: { ...beside, ...whole }, place: { ...place, optional: false } },
      { ...walk, notes },
    );
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
    value === null || (typeof value === "string" && /^\s*(?:null|Null|NULL|None|undefined)?\s*$/.test(value));
  return empty && !fitsSchema(value, schema, root);
}

function leaveOut(value: unknown, { schema, place }: RepairAt, walk: RepairWalk): unknown {
  if (!walk.guided || value === leftOut) return value;
  if (typeof value === "string" && value.trim() !== "" && fitsSchema(null, schema, walk.root))
    return tell(value, null, { place, walk });
  const choice = typeof value === "string" && value.trim() !== "" ? repairScalar(value, schema, walk) : undefined;
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

function repairList(list: readonly unknown[], { schema, place }: RepairAt, walk: RepairWalk): unknown[] {
  const { items, prefixItems } = schema;
  return list.map((item, index) => {
    const inner = Array.isArray(prefixItems) && index < prefixItems.length ? prefixItems[index] : items;
    if (!isPlainObject(inner)) return item;
    const itemPlace = { path: inside(place.path, index), optional: false };
    return repairValue(item, { schema: inner as JsonObject, place: itemPlace }, walk);
  });
}

function tell(
  sent: unknown,
  read: unknown,
  { place, walk }: { readonly place: RepairPlace; readonly walk: RepairWalk },
): unknown {
  walk.notes.push(walk.words.read(place.path, sent, read));
  return read;
}
