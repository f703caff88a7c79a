import type { Skill } from "../skills/skill.ts";
import type { Visit } from "./visit.ts";

/**
 * The skill as this run uses it. The first use fixes the text for the rest of the run, so that an edit in between
 * changes later runs only; the text is kept in the store under its hash.
 */
export async function loadSkill(visit: Visit, name: string): Promise<Skill> {
  const { context } = visit;
  const { store } = context.parts;
  const fixed = context.row.skills[name];
  const skill = fixed === undefined ? await fromSource(visit, name) : await fixedSkill(visit, name, fixed);
  if (fixed === undefined) {
    if ((await store.skillText(skill.hash)) === undefined) await store.putSkillText(skill.hash, JSON.stringify(skill));
    context.row = { ...context.row, skills: { ...context.row.skills, [name]: skill.hash } };
    await store.putRun(context.row);
  }
  context.emit({
    type: "skill-load",
    node: visit.path,
    skill: skill.name,
    hash: skill.hash,
    steps: skill.sop.steps.length,
  });
  return skill;
}

async function fixedSkill(visit: Visit, name: string, hash: string): Promise<Skill> {
  const text = await visit.context.parts.store.skillText(hash);
  return text === undefined ? fromSource(visit, name) : (JSON.parse(text) as Skill);
}

function fromSource({ context }: Visit, name: string): Promise<Skill> {
  return context.parts.skills.get(name, { locale: context.locale });
}
