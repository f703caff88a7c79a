import type { Finding } from "./finding.ts";
import type { LintCheck } from "./lint-subject.ts";

/** What `skills new` puts where a skill's writer is to say what it is for. */
export const templatePurpose: { readonly english: string; readonly chinese: string } = {
  english: "Say in one or two sentences what is to be achieved, for whom.",
  chinese: "用一两句话说明：要为谁达成什么目标。",
};

/** Words of a template that nobody has written over. */
export const templateRules: LintCheck = ({ skill, fields, atBody }) => {
  const findings: Finding[] = [];
  const field = fields.get("description");
  if (field && standIn.test(skill.description))
    findings.push({
      code: "SKILL_TEMPLATE_TEXT",
      message: `The description is a stand-in: "${skill.description.slice(0, 60)}".`,
      where: field.where(),
      fix: "Say what the skill does and when it is to be used: by these words a model finds it.",
    });
  const offset = [templatePurpose.english, templatePurpose.chinese]
    .map((words) => skill.body.indexOf(words))
    .find((found) => found !== -1);
  if (offset !== undefined)
    findings.push({
      code: "SKILL_TEMPLATE_TEXT",
      message: "The sentence that `sopwith skills new` put here stands as it was.",
      where: atBody(offset),
      fix: "Say what is to be achieved and for whom, or take the sentence out.",
    });
  return findings;
};

const standIn =
  /^\W*(?:TODO\b|TBD\b|FIXME\b|replace (?:this|with)\b|describe (?:this skill|what (?:this|the) skill)\b|lorem ipsum\b)/i;
