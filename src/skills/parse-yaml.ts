import { isMap, isScalar, parseDocument, Scalar, type Document, type YAMLMap } from "yaml";
import { isPlainObject, type JsonValue } from "../base/json.ts";
import { parsePlainMapping } from "./plain-yaml.ts";
import type { YamlEntry } from "./yaml-entry.ts";

/** A fault of a YAML text. */
export interface YamlFault {
  readonly message: string;
  readonly offset: number;
}

/** What a YAML text holds. `entries` is absent when the text is no mapping. */
export interface YamlReading {
  readonly entries?: readonly YamlEntry[];
  /** What stands there instead of a mapping. */
  readonly kind: "mapping" | "empty" | "list" | "text";
  readonly faults: readonly YamlFault[];
  readonly warnings: readonly YamlFault[];
}

/**
 * Reads YAML with the core schema: no dates, no merge keys, no custom tags, no duplicate keys, at most 20 aliases. Never
 * throws; faults carry offsets.
 */
export function parseYaml(text: string): YamlReading {
  const plain = parsePlainMapping(text);
  return plain ? { kind: "mapping", entries: plain, faults: [], warnings: [] } : parseAnyYaml(text);
}

/** As {@link parseYaml}, always by the YAML library. */
export function parseAnyYaml(text: string): YamlReading {
  const document = parseDocument(text, options);
  const warnings = document.warnings.map((warning) => ({ message: warning.message, offset: warning.pos[0] }));
  const faults = document.errors.map((error) => ({ message: error.message, offset: error.pos[0] }));
  const empty = { kind: "empty", warnings } as const;
  if (faults.length > 0) return { ...empty, faults };
  let data: unknown;
  try {
    data = document.toJS({ maxAliasCount: 20 });
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return { ...empty, faults: [{ message, offset: firstAlias(text) }] };
  }
  if (isPlainObject(data)) return { kind: "mapping", entries: toEntries(document, data, text), faults, warnings };
  return { kind: data === null ? "empty" : Array.isArray(data) ? "list" : "text", faults, warnings };
}

/** A value made of JSON's types alone: infinities and not-a-number become their names, what YAML does not have null. */
export function toJsonValue(value: unknown): JsonValue {
  if (typeof value === "string" || typeof value === "boolean" || value === null || value === undefined)
    return value ?? null;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (Array.isArray(value)) return value.map(toJsonValue);
  if (!isPlainObject(value)) return null;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, toJsonValue(field)]));
}

function toEntries(document: Document, data: Record<string, unknown>, text: string): YamlEntry[] {
  if (!isMap(document.contents)) return [];
  return document.contents.items.map((pair) => {
    const key = isScalar(pair.key) ? String(pair.key.value) : String(pair.key);
    const keyOffset = rangeStart(pair.key) ?? 0;
    const offset = rangeStart(pair.value) ?? keyOffset;
    const entry = { key, value: toJsonValue(data[key]), keyOffset, offset };
    const sources = isMap(pair.value) ? sourcesOf(pair.value) : undefined;
    if (sources?.size) return { ...entry, sources };
    if (!(pair.value instanceof Scalar)) return entry;
    const cutAt = commentStart(pair.value, text);
    const source = pair.value.source === undefined ? {} : { source: pair.value.source };
    return cutAt === undefined ? { ...entry, ...source } : { ...entry, ...source, cutAt };
  });
}

function sourcesOf(mapping: YAMLMap): ReadonlyMap<string, string> {
  const sources = new Map<string, string>();
  for (const { key, value } of mapping.items)
    if (isScalar(key) && isScalar(value) && typeof value.value !== "string" && value.source !== undefined)
      sources.set(String(key.value), value.source);
  return sources;
}

function commentStart(scalar: Scalar, text: string): number | undefined {
  if (scalar.type !== "PLAIN" || typeof scalar.value !== "string" || !scalar.range) return undefined;
  if (scalar.comment === undefined || scalar.comment === null) return undefined;
  const rest = /^[ \t]+(?=#)/.exec(text.slice(scalar.range[1], scalar.range[2]));
  return rest ? scalar.range[1] + rest[0].length : undefined;
}

function rangeStart(node: unknown): number | undefined {
  const range = (node as { range?: readonly number[] | null } | null)?.range;
  return range?.[0];
}

/** Alias faults come without a place: the first alias is where the reader has to look. */
function firstAlias(text: string): number {
  return Math.max(0, text.search(/(?<=[\s,[{])\*[^\s,\]}]/));
}

const options = {
  schema: "core",
  version: "1.2",
  uniqueKeys: true,
  merge: false,
  logLevel: "error",
  prettyErrors: false,
  stringKeys: false,
} as const;
