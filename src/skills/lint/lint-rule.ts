import type { Severity } from "../../base/errors.ts";

/** One rule of `sopwith skills check`. */
export interface LintRule {
  readonly code: string;
  /** How serious a breach is when skills are checked; loading is more lenient. */
  readonly severity: Severity;
  /** What the rule asks for, in one sentence. */
  readonly about: string;
}
