import { isPlainObject } from "../../base/json.ts";
import { joinNames, nearestNames } from "../../base/names.ts";
import type { Finding } from "./finding.ts";
import type { LintCheck, LintSubject } from "./lint-subject.ts";

/** What the specification asks for beyond what the loader needs. */
export const specRules: LintCheck = (subject) => [
  ...unknownKeys(subject),
  ...metadataTypes(subject),
  ...emptyFields(subject),
  ...allowedToolsForm(subject),
  ...emptyBody(subject),
];

function unknownKeys({ fields, skill }: LintSubject): Finding[] {
  const misspelt = new Set(
    skill.diagnostics.filter((fault) => fault.code === "SKILL_KEY_MISSPELT").map((fault) => fault.where?.line),
  );
  return [...fields].flatMap(([key, { keyWhere }]) => {
    const where = keyWhere();
    if (specKeys.has(key) || misspelt.has(where.line)) return [];
    if (hostKeys.has(key))
      return {
        code: "SKILL_KEY_OF_HOST",
        message: `"${key}" is a key of one host; the specification does not have it, and other hosts may refuse the skill.`,
        where,
        fix: readHere.has(key)
          ? "Keep it where your hosts read it, as Sopwith does; it has no other place."
          : `Move it below "metadata" if your host lets you.`,
      };
    const near = nearestNames(key, specKeys, 1);
    return {
      code: "SKILL_KEY_UNKNOWN",
      message: `Unexpected field "${key}" in the front matter; the specification has ${joinNames([...specKeys])}.`,
      where,
      fix: near.length > 0 ? `Write "${near[0]}", or move it below "metadata".` : `Move it below "metadata".`,
    };
  });
}

function metadataTypes({ fields }: LintSubject): Finding[] {
  const metadata = fields.get("metadata");
  if (!metadata || !isPlainObject(metadata.value)) return [];
  const wrong = Object.entries(metadata.value).filter(([, value]) => typeof value === "object" && value !== null);
  if (wrong.length === 0) return [];
  const names = wrong.slice(0, 5).map(([key]) => `"${key}"`);
  return [
    {
      code: "SKILL_METADATA_TYPE",
      message: `The specification has texts in "metadata" alone; ${joinNames(names)} ${wrong.length === 1 ? "is" : "are"} none.`,
      where: metadata.where(),
      fix: "Write each value as a text, between quotes.",
    },
  ];
}

function emptyFields({ fields }: LintSubject): Finding[] {
  return ["license", "compatibility", "metadata"].flatMap((key) => {
    const field = fields.get(key);
    if (!field || (field.value !== null && field.value !== "")) return [];
    return {
      code: "SKILL_FIELD_EMPTY",
      message: `"${key}" is there without a value.`,
      where: field.keyWhere(),
      fix: "Write a value, or take the key out.",
    };
  });
}

function allowedToolsForm({ fields, skill }: LintSubject): Finding[] {
  const field = fields.get("allowed-tools");
  if (!field || skill.allowedTools === undefined || skill.allowedTools.length === 0) return [];
  const form = Array.isArray(field.value) ? "a list" : /[,，、]/.test(outsideParentheses(field.value)) ? "commas" : "";
  if (form === "") return [];
  return [
    {
      code: "SKILL_ALLOWED_TOOLS_FORM",
      message: `"allowed-tools" is written with ${form}; the specification has one text with blanks between the names, and some hosts read nothing else.`,
      where: field.where(),
      fix: `Write: allowed-tools: ${skill.allowedTools.join(" ")}`,
    },
  ];
}

function emptyBody({ skill, at, text }: LintSubject): Finding[] {
  if (skill.body.trim() !== "") return [];
  return [
    {
      code: "SKILL_BODY_EMPTY",
      message: "Nothing stands below the front matter: the skill tells a model nothing.",
      where: at(Math.max(0, text.length - skill.body.length - 1)),
      fix: "Write the procedure below the front matter, as a numbered list under ## Steps.",
    },
  ];
}

function outsideParentheses(value: unknown): string {
  return typeof value === "string" ? value.replace(/\([^)]*\)/g, "") : "";
}

const specKeys = new Set(["name", "description", "license", "compatibility", "metadata", "allowed-tools"]);
/** Keys of hosts that say here what they say there. */
const readHere = new Set(["disable-model-invocation", "user-invocable"]);
/** Keys that well-known hosts have added. */
const hostKeys = new Set([
  "argument-hint",
  "arguments",
  "context",
  "agent",
  "model",
  "effort",
  "hooks",
  "paths",
  "shell",
  "disallowed-tools",
  "disable-model-invocation",
  "user-invocable",
  "when_to_use",
]);
