import type { SourceLocation } from "../base/source-location.ts";

/** A place in an SOP, as far as it is known. */
export interface SopPlace {
  readonly line?: number;
  readonly column?: number;
}

/** Puts a place of an SOP into its file. `undefined` for an SOP that was not read from one. */
export type Locate = (place: SopPlace) => SourceLocation | undefined;
