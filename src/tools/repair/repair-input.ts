import type { JsonObject } from "../../base/json.ts";
import type { Locale } from "../tool.ts";
import type { FaultPlace } from "../check-value.ts";
import { repairPlaces, repairScope } from "./repair-places.ts";
import { repairMisfit, repairValue } from "./repair-value.ts";
import type { RepairWalk } from "./repair-walk.ts";
import { repairWords } from "./repair-words.ts";
import { unwrapInput } from "./unwrap-input.ts";

/** For which call arguments are repaired. */
export interface RepairRequest {
  readonly tool: string;
  /** As the model was told. */
  readonly schema: JsonObject;
  /**
   * True also allows what the schema lets one see (types, empty values, names of fields and choices); false only what
   * says the same in another form.
   */
  readonly guided: boolean;
  readonly locale: Locale;
  /** Where something is wrong, as far as the check has said it. */
  readonly faults: readonly FaultPlace[] | undefined;
}

/** Arguments after their repair, and one sentence for each thing that was done. */
export interface RepairedInput {
  readonly value: unknown;
  readonly notes: readonly string[];
}

/**
 * Repairs arguments that did not pass their check; `undefined` where nothing is clear. Values are never invented, and
 * nothing is cut. The result still has to pass the check.
 */
export function repairInput(input: unknown, request: RepairRequest): RepairedInput | undefined {
  const { tool, schema, guided, locale, faults } = request;
  const scope = repairScope({ input, faults, root: schema, guided });
  if (scope === "nowhere") return undefined;
  const walk: RepairWalk = { root: schema, guided, words: repairWords(locale), notes: [], repair: repairMisfit };
  if (scope === "faults") {
    const made = repairPlaces(input as Record<string, unknown>, faults!, walk);
    return made && { value: made, notes: walk.notes };
  }
  const bare = unwrapInput(input, tool, walk);
  const value = repairValue(bare, { schema, place: { path: "", optional: false } }, walk);
  return walk.notes.length === 0 ? undefined : { value, notes: walk.notes };
}
