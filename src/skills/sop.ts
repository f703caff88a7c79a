import type { SopBan } from "./sop-ban.ts";
import type { SopCondition } from "./sop-condition.ts";
import type { SopArgument } from "./sop-argument.ts";

/** How binding a step is (RFC 2119 words; 必须, 应当, 可以, 禁止). */
export type StepLevel = "must" | "should" | "may" | "must-not";

/** How often a step is to be done. Without `atLeast` once is enough; without `atMost` it may be repeated. */
export interface StepTimes {
  readonly atLeast?: number;
  readonly atMost?: number;
  /**
   * Path of an argument to count by: `atMost` then limits the calls for each of its values ("once per order"), and
   * `atLeast` asks for so many different values.
   */
  readonly per?: string;
  /** Id of a step: once for each value of `per` that its calls were given, and for no other. Without `atLeast`. */
  readonly each?: string;
}

/** One instruction of an SOP. What stands below `line` can be said in an `sop` block only. */
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
  /** `should` where the author wrote no level word; `must` for a step of an `sop` block that names none. */
  readonly level: StepLevel;
  /** Tools the step names, in order, as written: any of them serves the step, all are forbidden by a `must-not`. */
  readonly tools: readonly string[];
  /** True when the step, or the step above it, hangs on a condition ("if", "when", "若", "如果", `when`): it may not be due. */
  readonly conditional: boolean;
  /** True for a numbered step, false for a bullet and for a step of an `sop` block: those are ordered by `after` alone. */
  readonly ordered: boolean;
  /** Line in the SKILL.md, from 1. */
  readonly line: number;
  /** Column of the step in its `sop` block, from 1. */
  readonly column?: number;
  /** What must be accounted for before the step. An item without a test asks that its step is done, skipped or not due. */
  readonly after?: SopCondition;
  /** When the step is due. */
  readonly when?: SopCondition;
  readonly times?: StepTimes;
  /** What the arguments of a call must be, for the call to serve the step. */
  readonly args?: readonly SopArgument[];
  /** Outcomes beside a full success that satisfy the step. */
  readonly accept?: readonly ("degraded" | "failed")[];
  /** Milliseconds after the steps of `after` are done, or after the start, in which the step is to be done. */
  readonly deadlineMs?: number;
  /** Paths that the result must hold for the step to count; the report quotes them. */
  readonly evidence?: readonly string[];
}

/** The procedure of a skill, as data. */
export interface Sop {
  /** Where it was read from: the words of the text, or the `sop` block. */
  readonly source: "prose" | "block";
  /** In file order. Empty when the body holds no list of steps. */
  readonly steps: readonly SopStep[];
  /** Calls that are forbidden, beside the `must-not` steps of prose. */
  readonly never?: readonly SopBan[];
}
