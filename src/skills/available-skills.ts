import type { SkillSummary } from "./skill.ts";

/**
 * The `<available_skills>` block of the specification's reference library, for hosts that show skills that way: name,
 * description and location of each, on lines of their own, with everything that could end a tag escaped.
 */
export function toAvailableSkills(skills: readonly SkillSummary[]): string {
  const blocks = skills.flatMap((skill) => [
    "<skill>",
    ...[
      ["name", skill.name],
      ["description", skill.description],
      ["location", skill.location],
    ].flatMap(([tag, text]) => [`<${tag}>`, escapeText(text!), `</${tag}>`]),
    "</skill>",
  ]);
  return ["<available_skills>", ...blocks, "</available_skills>"].join("\n");
}

function escapeText(text: string): string {
  const line = text.replace(/[\s\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, " ").trim();
  return line.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
