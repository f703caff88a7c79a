import { isPlainObject } from "../base/json.ts";

/** A mistake that no single key has: where it is, and what is expected. */
export interface SubjectMistake {
  readonly path: readonly string[];
  readonly message: string;
}

/** Keys that a rehearsal of a workflow cannot have. */
const SKILL_KEYS = ["mode", "output", "tools"] as const;

/** A rehearsal is one of a workflow or the test of a skill; some keys are for the latter only. */
export function subjectMistakes(written: unknown): SubjectMistake[] {
  if (!isPlainObject(written)) return [];
  const [workflow, skill] = ["workflow" in written, "skill" in written];
  if (!workflow && !skill)
    return [{ path: [], message: "the file: expected workflow or skill: what is played or tested." }];
  if (workflow && skill) return [{ path: ["skill"], message: "skill: expected workflow or skill, not both." }];
  if (skill) return [];
  return SKILL_KEYS.filter((key) => key in written).map((key) => ({
    path: [key],
    message: `${key}: expected in the test of a skill only; this is a rehearsal of a workflow.`,
  }));
}
