import type { SopArgument } from "./sop-argument.ts";
import type { SopCondition } from "./sop-condition.ts";

/** A call that an SOP forbids: of this tool, with these arguments if there are any, as long as `when` holds. */
export interface SopBan {
  readonly tool: string;
  readonly args?: readonly SopArgument[];
  /** Not known yet counts as forbidden: nobody may call before the condition can be decided. */
  readonly when?: SopCondition;
  /** Line in the SKILL.md, from 1. */
  readonly line: number;
  readonly column?: number;
}
