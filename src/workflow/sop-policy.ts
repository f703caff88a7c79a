import type { SopMode } from "../skills/missing-steps.ts";
import { createSopGuard, type GuardParts, type SopGuard } from "./sop-guard.ts";
import type { Visit } from "./visit.ts";

/**
 * How a node takes the SOP of its skill. `off`: not at all. `report`: calls are only watched. `guide`: a call that breaks
 * order or a ban is refused, and a finish that leaves steps open is answered with what is missing; after that the node
 * ends degraded. `enforce`: the node then fails with `SOP_INCOMPLETE`.
 */
export interface SopPolicy {
  readonly mode: SopMode | "off";
  /** How often the model is told what is missing. */
  readonly maxNudges: number;
}

/** The policy of a node that sets none. */
export const defaultSopPolicy: SopPolicy = { mode: "guide", maxNudges: 2 };

/** The guard of a visit; none where nobody wants one, or the skill has no steps and no bans. */
export function guardOf(
  visit: Visit,
  { skill, mode, journal }: Pick<GuardParts, "skill" | "journal"> & { readonly mode: SopPolicy["mode"] },
): SopGuard | undefined {
  const { steps, never } = skill.sop;
  return mode === "off" || (steps.length === 0 && (never?.length ?? 0) === 0)
    ? undefined
    : createSopGuard({ path: visit.path, emit: visit.context.emit, skill, mode, journal });
}
