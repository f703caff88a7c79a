/** How binding a step is (RFC 2119 words; 必须, 应当, 可以, 禁止). */
export type StepLevel = "must" | "should" | "may" | "must-not";

/** One numbered instruction of an SOP. */
export interface SopStep {
  /**
   * `1`, `2`, `2.1` for numbered prose, `2-1` for the first bullet of step 2, `2-not` for what step 2 forbids beside what
   * it asks for; the author's id in an `sop` block. No two steps of a skill have the same.
   */
  readonly id: string;
  /** Order in the file, from 0. */
  readonly index: number;
  /** The instruction as written, on one line, without its number. */
  readonly text: string;
  /** `should` where the author wrote no level word. */
  readonly level: StepLevel;
  /** Tools the step names in backticks, in order, as written. */
  readonly tools: readonly string[];
  /** True when the step, or the step above it, hangs on a condition ("if", "when", "若", "如果"): it may not be due. */
  readonly conditional: boolean;
  /** True for a numbered step, false for a bullet: bullets order nothing. */
  readonly ordered: boolean;
  /** Line in the SKILL.md, from 1. */
  readonly line: number;
}

/** The procedure of a skill, as data. */
export interface Sop {
  /** In file order. Empty when the body holds no list of steps. */
  readonly steps: readonly SopStep[];
}
