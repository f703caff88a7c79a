import type { McpSkill } from "../client/mcp-servers.ts";
import type { PinVerdict } from "../client/mcp-trust.ts";
import type { SkillPin } from "./skill-pin.ts";

/** How one skill of a server stands to what was agreed to. `removed`: the server has it no more. */
export interface SkillReview {
  readonly name: string;
  readonly verdict: PinVerdict | "removed";
  /** Absent for one that is removed. */
  readonly skill?: McpSkill;
  /** Paths of files that are not as they were agreed to: other, new or gone. */
  readonly differs: readonly string[];
}

/** Compares the skills that a server lists with those that were agreed to. */
export function reviewSkills(
  listed: readonly McpSkill[],
  agreed: Readonly<Record<string, SkillPin>> = {},
): readonly SkillReview[] {
  const now = listed.map((skill): SkillReview => {
    const pin = Object.hasOwn(agreed, skill.name) ? agreed[skill.name] : undefined;
    const differs = differingFiles(skill.files, pin?.files ?? {});
    const verdict = pin === undefined ? "new" : differs.length === 0 ? "accepted" : "changed";
    return { name: skill.name, verdict, skill, differs };
  });
  const names = new Set(listed.map(({ name }) => name));
  const gone = Object.keys(agreed).filter((name) => !names.has(name));
  return [...now, ...gone.map((name): SkillReview => ({ name, verdict: "removed", differs: [] }))];
}

/** Paths of files whose digests are not the same on both sides. */
function differingFiles(one: SkillPin["files"], other: SkillPin["files"]): readonly string[] {
  const paths = [...new Set([...Object.keys(one), ...Object.keys(other)])].toSorted();
  return paths.filter((path) => one[path] !== other[path]);
}
