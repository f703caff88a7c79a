import type { JsonValue } from "../base/json.ts";

/**
 * What one argument of a call must be: a value (`equals`), something with a part in it (`contains`), what a call of
 * another step was given (`sameAs`, "the same eventId as in step weather"), or what came out of another step (`step`,
 * `path`).
 */
export interface SopArgument {
  /** Path of the argument: `eventId`, `shipping.city`. */
  readonly name: string;
  readonly equals?: JsonValue;
  /** Part of a text, or item of a list. */
  readonly contains?: JsonValue;
  /** Id of a step whose calls had the same value. */
  readonly sameAs?: string;
  /** Path of the argument in the calls of `sameAs`. @default `name` */
  readonly argument?: string;
  /** Id of a step in whose results the value stands. */
  readonly step?: string;
  /** Path in the results of `step`. Absent: the result as a whole. */
  readonly path?: string;
  readonly line: number;
  readonly column?: number;
}
