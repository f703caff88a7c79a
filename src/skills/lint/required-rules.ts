import { nearestNames } from "../../base/names.ts";
import type { SourceLocation } from "../../base/source-location.ts";
import { requiredSkills } from "../required-skills.ts";
import type { Skill } from "../skill.ts";
import type { Finding } from "./finding.ts";

/** What a check keeps of a skill to compare it with the others. */
export interface SkillFacts extends Pick<Skill, "name" | "description" | "location" | "metadata"> {
  /** Where the keys stand that are compared. */
  readonly places: { readonly description: SourceLocation; readonly requires: SourceLocation };
}

/** Skills that are required and not there, and circles of skills that require each other. */
export function checkRequired(skills: readonly SkillFacts[]): Finding[] {
  const byName = new Map(skills.map((skill) => [skill.name, skill]));
  const found: Finding[] = [];
  for (const skill of skills) {
    for (const name of requiredSkills(skill)) {
      if (byName.has(name)) continue;
      const near = nearestNames(name, byName.keys(), 1);
      found.push({
        code: "SKILL_REQUIRES_UNKNOWN",
        message: `The skill requires "${name}", which is not among the skills that were checked.`,
        where: skill.places.requires,
        fix:
          near.length > 0 ? `Did you mean "${near[0]}"?` : "Correct the name, or check its folder along with this one.",
      });
    }
  }
  for (const circle of findCircles(byName)) {
    const first = byName.get(circle[0]!)!;
    found.push({
      code: "SKILL_REQUIRES_CYCLE",
      message: `Skills require each other in a circle: ${[...circle, circle[0]].join(" → ")}.`,
      where: first.places.requires,
      fix: "Move what both need into a third skill.",
    });
  }
  return found;
}

/** Each circle once, from the name that comes first. Found by walking every name's requirements to their ends. */
function findCircles(byName: ReadonlyMap<string, SkillFacts>): string[][] {
  const circles = new Map<string, string[]>();
  const done = new Set<string>();
  const walk = (name: string, path: readonly string[]): void => {
    const at = path.indexOf(name);
    if (at !== -1) {
      const circle = fromFirstName(path.slice(at));
      circles.set(circle.join(" "), circle);
      return;
    }
    const skill = byName.get(name);
    if (!skill || done.has(name)) return;
    for (const next of requiredSkills(skill)) walk(next, [...path, name]);
    done.add(name);
  };
  for (const name of byName.keys()) walk(name, []);
  return [...circles.values()];
}

function fromFirstName(circle: readonly string[]): string[] {
  const at = circle.indexOf(circle.toSorted()[0]!);
  return [...circle.slice(at), ...circle.slice(0, at)];
}
