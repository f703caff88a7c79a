import type { JsonValue } from "../base/json.ts";
import { resourceRefused } from "./skill-errors.ts";
import type { Skill } from "./skill.ts";

/**
 * Names of the skills that a skill requires: `metadata.requires`, as one text with blanks or commas between the names or
 * as a list. What is no text is left out.
 */
export function requiredSkills(skill: Pick<Skill, "metadata">): readonly string[] {
  const value = skill.metadata["requires"];
  const parts: readonly JsonValue[] = Array.isArray(value) ? value : [value ?? ""];
  const names = parts.flatMap((part) => (typeof part === "string" ? part.split(/[\s,，、]+/u) : []));
  return [...new Set(names.filter((name) => name !== "").map((name) => name.normalize("NFKC")))];
}

/** The path under which a required skill's text is read: `skill:refund-policy`. */
export function toRequiredPath(name: string): string {
  return `${prefix}${name}`;
}

/** The name in such a path; `undefined` for the path of a file. */
export function requiredName(path: string): string | undefined {
  return path.startsWith(prefix) ? path.slice(prefix.length).trim().normalize("NFKC") : undefined;
}

/**
 * The skill called `name`, if `skill` requires it, directly or through others; circles end where they close. It brings its
 * text and no rights: the limits stay those of the skill that the node runs.
 *
 * @throws `SKILL_RESOURCE_REFUSED` when nothing requires it, and what `get` throws
 */
export async function requiredSkill(skill: Skill, name: string, get: (name: string) => Promise<Skill>): Promise<Skill> {
  const seen = new Set([skill.name]);
  const waiting = [...requiredSkills(skill)];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if (next === name) return get(name);
    const found = await get(next).catch(() => undefined);
    if (found) waiting.push(...requiredSkills(found));
  }
  throw resourceRefused(skill.name, toRequiredPath(name), `the skill does not require "${name}"`);
}

const prefix = "skill:";
