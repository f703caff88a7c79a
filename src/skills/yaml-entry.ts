import type { JsonValue } from "../base/json.ts";

/** One top-level entry of a YAML mapping, with where it stands. */
export interface YamlEntry {
  readonly key: string;
  readonly value: JsonValue;
  /** The value as written, for a scalar: `1.10` where `value` is 1.1. */
  readonly source?: string;
  /** The numbers and truth values of a mapping as written, by their keys: `1.0` where the value has 1. */
  readonly sources?: ReadonlyMap<string, string>;
  /** Offset of the key, and of the value (the key's where there is no value). */
  readonly keyOffset: number;
  readonly offset: number;
  /** Offset of a ` #` that ends a plain value on the same line. */
  readonly cutAt?: number;
}
