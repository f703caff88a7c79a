/** What an SOP says of a call before it runs. */
export type SopVerdict = SopAllowed | SopRefusal | SopUnrelated;

/** The call serves this step. */
export interface SopAllowed {
  readonly kind: "allowed";
  readonly step: string;
  readonly index: number;
  readonly line: number;
  /** True when the step was done or skipped before. */
  readonly repeat: boolean;
}

/** No step and no ban speaks of the tool. */
export interface SopUnrelated {
  readonly kind: "unrelated";
}

/**
 * Why a call must not run: `after` what comes first is missing, `undecided` its condition is not known yet, `not-due`
 * the condition is false, `times` it was done as often as it may, `args` the arguments fit no step, `never` it is forbidden.
 */
export type SopRefusalReason = "after" | "undecided" | "not-due" | "times" | "args" | "never";

/** The call must not run. */
export interface SopRefusal {
  readonly kind: "refused";
  readonly code: "SOP_ORDER" | "SOP_NEVER";
  readonly why: SopRefusalReason;
  /** Id of the step that the call would serve, or of the one that forbids it; absent for a ban of an `sop` block. */
  readonly step?: string;
  /** Line of the SKILL.md that says so. */
  readonly line: number;
  /** What is wrong, as a sentence for the model. */
  readonly reason: string;
  /** What would make it right, as a sentence for the model. */
  readonly fix: string;
  /** Ids of the steps that must come first. */
  readonly needs: readonly string[];
  /** Ids of running calls after whose end the verdict may be another. */
  readonly waitsFor: readonly string[];
}
