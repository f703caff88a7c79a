import { isMap, isScalar, isSeq, LineCounter, parseDocument, type ParsedNode } from "yaml";
import type { JsonValue } from "../base/json.ts";
import { toJsonValue } from "./parse-yaml.ts";

/** A place in a YAML text, from 1. */
export interface YamlPlace {
  readonly line: number;
  readonly column: number;
}

/** A YAML value that knows where it stands. */
export type PlacedValue = YamlPlace &
  (
    | { readonly kind: "mapping"; readonly entries: readonly PlacedEntry[] }
    | { readonly kind: "list"; readonly items: readonly PlacedValue[] }
    | { readonly kind: "scalar"; readonly value: string | number | boolean | null }
  );

/** One key of a mapping, with its own place. */
export interface PlacedEntry extends YamlPlace {
  readonly key: string;
  readonly value: PlacedValue;
}

/** What a text holds, or what is wrong with it. */
export type PlacedYaml =
  | { readonly value: PlacedValue }
  | { readonly faults: readonly (YamlPlace & { readonly message: string })[] };

const maxLength = 32 * 1024;
const maxDepth = 30;

/** Reads YAML (core schema) so that every value keeps its place. Anchors and aliases are refused. Never throws. */
export function parsePlacedYaml(text: string): PlacedYaml {
  const start = { line: 1, column: 1 };
  if (text.length > maxLength) return { faults: [{ ...start, message: `it is longer than ${maxLength} characters.` }] };
  if (depthOf(text) > maxDepth)
    return { faults: [{ ...start, message: `it is nested deeper than ${maxDepth} levels.` }] };
  const counter = new LineCounter();
  const document = parseDocument(text, { ...options, lineCounter: counter });
  const placeAt = (offset: number): YamlPlace => {
    const { line, col } = counter.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  if (document.errors.length > 0) {
    return { faults: document.errors.map((error) => ({ ...placeAt(error.pos[0]), message: sentence(error.message) })) };
  }
  const refused: { line: number; column: number; message: string }[] = [];
  const value = place(document.contents, { placeAt, refused, fallback: start });
  return refused.length > 0 ? { faults: refused } : { value };
}

interface Placing {
  readonly placeAt: (offset: number) => YamlPlace;
  readonly refused: { line: number; column: number; message: string }[];
  /** Where a value stands that is not there. */
  readonly fallback: YamlPlace;
}

function place(node: ParsedNode | null, placing: Placing): PlacedValue {
  const at = node ? placing.placeAt(node.range[0]) : placing.fallback;
  if (node && "anchor" in node && node.anchor !== undefined)
    placing.refused.push({ ...at, message: "anchors are not read." });
  const below = { ...placing, fallback: at };
  if (isMap(node)) {
    const entries = node.items.map((pair) => {
      const keyAt = pair.key ? placing.placeAt(pair.key.range[0]) : at;
      if (!isScalar(pair.key)) placing.refused.push({ ...keyAt, message: "a key is no plain text." });
      const key = isScalar(pair.key) ? String(pair.key.value) : "";
      return { key, ...keyAt, value: place(pair.value, { ...below, fallback: keyAt }) };
    });
    return { kind: "mapping", entries, ...at };
  }
  if (isSeq(node)) return { kind: "list", items: node.items.map((item) => place(item, below)), ...at };
  if (node !== null && !isScalar(node)) placing.refused.push({ ...at, message: "aliases are not read." });
  const value = isScalar(node) ? toJsonValue(node.value) : null;
  return { kind: "scalar", value: typeof value === "object" ? null : value, ...at };
}

/** The value as JSON. */
export function plainValue(placed: PlacedValue): JsonValue {
  if (placed.kind === "scalar") return placed.value;
  if (placed.kind === "list") return placed.items.map(plainValue);
  return Object.fromEntries(placed.entries.map(({ key, value }) => [key, plainValue(value)]));
}

/** How deep brackets and lists in one line go: the parser calls itself for each. Quotes are not told apart. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const letter of text) {
    if (letter === "[" || letter === "{") depth += 1;
    else if (letter === "]" || letter === "}") depth = Math.max(0, depth - 1);
    deepest = Math.max(deepest, depth);
  }
  const dashes = Math.max(0, ...[...text.matchAll(/^ *((?:[-?] )+)/gm)].map((match) => match[1]!.length / 2));
  const indent = Math.max(0, ...[...text.matchAll(/^ */gm)].map((match) => match[0].length));
  return Math.max(deepest, dashes, indent > 400 ? maxDepth + 1 : 0);
}

function sentence(message: string): string {
  const first = message.split("\n")[0]!.trim();
  return /[.!?]$/.test(first) ? first : `${first}.`;
}

const options = {
  schema: "core",
  version: "1.2",
  uniqueKeys: true,
  merge: false,
  logLevel: "error",
  prettyErrors: false,
} as const;
