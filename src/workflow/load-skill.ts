import type { Skill } from "../skills/skill.ts";
import type { Visit } from "./visit.ts";

/**
 * The skill as this run uses it. The first use fixes the text for the rest of the run, so that an edit in between
 * changes later runs only; the text is kept in the store under its hash.
 */
export async function loadSkill(visit: Visit, name: string): Promise<Skill> {
  const { context } = visit;
  const fixed = context.row.skills[name];
  const skill = fixed === undefined ? await fixSkill(visit, name) : await fixedSkill(visit, name, fixed);
  context.emit({
    type: "skill-load",
    node: visit.path,
    skill: skill.name,
    hash: skill.hash,
    steps: skill.sop.steps.length,
  });
  return skill;
}

async function fixSkill(visit: Visit, name: string): Promise<Skill> {
  const { context } = visit;
  const { store } = context.parts;
  const skill = await fromSource(visit, name);
  if ((await store.skillText(skill.hash)) === undefined) await store.putSkillText(skill.hash, JSON.stringify(skill));
  // Of branches that load it at once, the first to come here decides for all.
  const meanwhile = context.row.skills[name];
  if (meanwhile !== undefined) return fixedSkill(visit, name, meanwhile);
  context.row = { ...context.row, skills: { ...context.row.skills, [name]: skill.hash } };
  await store.putRun(context.row);
  return skill;
}

async function fixedSkill(visit: Visit, name: string, hash: string): Promise<Skill> {
  const text = await visit.context.parts.store.skillText(hash);
  return text === undefined ? fromSource(visit, name) : (JSON.parse(text) as Skill);
}

function fromSource({ context }: Visit, name: string): Promise<Skill> {
  return context.parts.skills.get(name, { locale: context.locale });
}
