import type { Skill } from "./skill.ts";

/** Who may start a skill. Two switches that do not depend on each other. */
export interface SkillSwitches {
  /** False after `disable-model-invocation: true`: no model may pick it; a node that names it still runs it. */
  readonly byModel: boolean;
  /** False after `user-invocable: false`: it is left out where a person is offered skills. */
  readonly byUser: boolean;
}

/** Reads the switches from the keys that other hosts have added; what is neither true nor false switches nothing. */
export function skillSwitches({ extra }: Pick<Skill, "extra">): SkillSwitches {
  return { byModel: !isYes(extra["disable-model-invocation"]), byUser: !isNo(extra["user-invocable"]) };
}

function isYes(value: unknown): boolean {
  return value === true || value === "true" || value === "yes";
}

function isNo(value: unknown): boolean {
  return value === false || value === "false" || value === "no";
}
