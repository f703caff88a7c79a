import type { JsonObject } from "../../base/json.ts";
import type { RepairWords } from "./repair-words.ts";

/** What stays the same during the repair of one call's arguments. */
export interface RepairWalk {
  /** The schema that references are looked up in. */
  readonly root: JsonObject;
  /** False: only what cannot change the meaning is repaired. */
  readonly guided: boolean;
  readonly words: RepairWords;
  /** What was repaired so far, as sentences. */
  readonly notes: string[];
  /** How a value inside another one is repaired that does not fit, or that is a list or an object. */
  readonly repair: (value: unknown, at: RepairAt, walk: RepairWalk) => unknown;
}

/** A schema and the place whose value it describes. */
export interface RepairAt {
  readonly schema: JsonObject;
  readonly place: RepairPlace;
}

/** Where a value stands. */
export interface RepairPlace {
  /** Empty for the arguments as a whole. */
  readonly path: string;
  /** True for a field that may be left out. */
  readonly optional: boolean;
}

/** In place of a value: the field is to be left out. */
export const leftOut: unique symbol = Symbol("left out");

/** The path of a field or item inside `path`. */
export function inside(path: string, key: string | number): string {
  return path === "" ? String(key) : `${path}.${key}`;
}
