import { isPlainObject, type JsonObject } from "../../base/json.ts";
import { inside, leftOut, type RepairAt, type RepairWalk } from "./repair-walk.ts";

/** An object with its fields repaired, and with keys that mean a known one under that one's name. */
export function repairObject(value: Record<string, unknown>, { schema, place }: RepairAt, walk: RepairWalk): object {
  const properties = (schema["properties"] ?? {}) as Record<string, JsonObject>;
  const required = new Set(Array.isArray(schema["required"]) ? (schema["required"] as string[]) : []);
  const rest = schema["additionalProperties"];
  const keys = walk.guided && rest === false ? knownNames(value, schema) : new Map<string, string>();
  const fields: [string, unknown][] = [];
  for (const [sent, field] of Object.entries(value)) {
    const key = keys.get(sent) ?? sent;
    if (key !== sent) walk.notes.push(walk.words.renamed(inside(place.path, sent), key));
    const inner = Object.hasOwn(properties, key) ? properties[key] : isPlainObject(rest) ? rest : undefined;
    if (!isPlainObject(inner) || field === undefined) {
      fields.push([key, field]);
      continue;
    }
    const fieldPlace = {
      path: inside(place.path, key),
      optional: Object.hasOwn(properties, key) && !required.has(key),
    };
    const made = walk.repair(field, { schema: inner, place: fieldPlace }, walk);
    if (made !== leftOut) fields.push([key, made]);
  }
  return Object.fromEntries(fields);
}

/** For unknown keys the one known key that is absent and differs in case and separators only. */
function knownNames(value: Record<string, unknown>, schema: JsonObject): Map<string, string> {
  const properties = Object.keys((schema["properties"] ?? {}) as object);
  const absent = properties.filter((key) => !Object.hasOwn(value, key));
  const unknown = Object.keys(value).filter((key) => !properties.includes(key));
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
