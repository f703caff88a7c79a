import type { LintRule } from "./lint-rule.ts";

/**
 * Every rule of `sopwith skills check`: first what the loader tells of a file, then what is looked at in a check only. A
 * file with an error can be used all the same if the loader could read it.
 */
export const lintRules: readonly LintRule[] = [
  // The file and its front matter
  { code: "SKILL_ROOT_MISSING", severity: "error", about: "A folder to check is there." },
  { code: "SKILL_NONE_FOUND", severity: "error", about: "A folder to check holds a SKILL.md." },
  { code: "SKILL_FOLDER_UNREADABLE", severity: "error", about: "Every folder can be listed." },
  { code: "SKILL_SCAN_LIMIT", severity: "error", about: "The folders are not deeper, or more, than are searched." },
  { code: "SKILL_UNREADABLE", severity: "error", about: "The file can be read." },
  { code: "SKILL_FILE_CASE", severity: "warning", about: "The file is called SKILL.md." },
  { code: "SKILL_TOO_LARGE", severity: "error", about: "The file has at most 1 MiB." },
  { code: "SKILL_NOT_TEXT", severity: "error", about: "The file is UTF-8 text." },
  { code: "SKILL_NO_FRONT_MATTER", severity: "error", about: "The file begins with a front matter." },
  { code: "SKILL_FRONT_MATTER_LANGUAGE", severity: "error", about: "The front matter is YAML." },
  { code: "SKILL_FRONT_MATTER_UNCLOSED", severity: "error", about: "The front matter is closed." },
  { code: "SKILL_FRONT_MATTER_TOO_LARGE", severity: "error", about: "The front matter has at most 65,536 characters." },
  { code: "SKILL_FRONT_MATTER_YAML", severity: "error", about: "The front matter is valid YAML." },
  { code: "SKILL_FRONT_MATTER_NOT_MAPPING", severity: "error", about: "The front matter is a mapping." },
  { code: "SKILL_FRONT_MATTER_MISPLACED", severity: "error", about: "Nothing stands above the front matter." },
  { code: "SKILL_FRONT_MATTER_YAML_DOUBTFUL", severity: "warning", about: "The front matter holds plain values." },
  { code: "SKILL_VALUE_QUOTED", severity: "error", about: "A value with a colon or bracket is quoted." },
  { code: "SKILL_VALUE_CUT", severity: "warning", about: "No value loses its end to a comment." },
  // The fields of the specification
  { code: "SKILL_NAME_MISSING", severity: "error", about: "The skill has a name." },
  { code: "SKILL_NAME_INVALID", severity: "error", about: "The name is lower case with single hyphens." },
  { code: "SKILL_NAME_MISMATCH", severity: "error", about: "Name and folder are the same." },
  { code: "SKILL_NAME_CLASH", severity: "warning", about: "No two skills have one name." },
  { code: "SKILL_DESCRIPTION_MISSING", severity: "error", about: "The skill has a description." },
  { code: "SKILL_FIELD_LONG", severity: "error", about: "Fields keep to their limits." },
  { code: "SKILL_FIELD_EMPTY", severity: "warning", about: "A field that is there has a value." },
  { code: "SKILL_FIELD_COERCED", severity: "warning", about: "A text is written as a text." },
  { code: "SKILL_FIELD_TYPE", severity: "error", about: "Fields have the type of the specification." },
  { code: "SKILL_METADATA_TYPE", severity: "warning", about: "Metadata maps texts to texts." },
  { code: "SKILL_KEY_UNKNOWN", severity: "error", about: "Keys are those of the specification." },
  { code: "SKILL_KEY_OF_HOST", severity: "warning", about: "Keys are those of the specification, not of one host." },
  { code: "SKILL_KEY_MISSPELT", severity: "error", about: "Known keys are spelt right." },
  { code: "SKILL_ALLOWED_TOOLS_UNREADABLE", severity: "error", about: "allowed-tools can be read." },
  { code: "SKILL_ALLOWED_TOOLS_FORM", severity: "info", about: "allowed-tools is one text with blanks between names." },
  // Steps and tools
  { code: "SKILL_TOOL_UNKNOWN", severity: "error", about: "Steps name registered tools." },
  { code: "SKILL_ALLOWED_TOOL_UNKNOWN", severity: "warning", about: "allowed-tools names registered tools." },
  { code: "SKILL_TOOL_ARGUMENT", severity: "error", about: "Steps name arguments that the tool has." },
  { code: "SKILL_TOOL_NOT_ALLOWED", severity: "error", about: "Steps name tools that allowed-tools allows." },
  { code: "SKILL_STEP_FORBIDDEN", severity: "error", about: "No step asks for a tool that another one forbids." },
  { code: "SKILL_STEP_UNREACHABLE", severity: "warning", about: "Every step can be reached." },
  { code: "SKILL_STEP_MISSING", severity: "warning", about: "Steps refer to steps that are there." },
  { code: "SKILL_MUST_UNCHECKABLE", severity: "info", about: "A MUST names the tool by which it can be checked." },
  { code: "SKILL_BAN_WITHOUT_REASON", severity: "warning", about: "A MUST NOT says why." },
  // The text
  { code: "SKILL_BODY_EMPTY", severity: "warning", about: "The skill has a text." },
  { code: "SKILL_BODY_LONG", severity: "warning", about: "The text has at most 500 lines and about 5,000 tokens." },
  { code: "SKILL_HIDDEN_TEXT", severity: "error", about: "No text is hidden in invisible characters." },
  { code: "SKILL_BIDI_CONTROL", severity: "error", about: "No character turns the direction of reading." },
  { code: "SKILL_INVISIBLE_CHARACTER", severity: "warning", about: "No character is invisible." },
  { code: "SKILL_PROMPT_MARKUP", severity: "error", about: "No markup could be taken for the prompt's own." },
  { code: "SKILL_SECRET", severity: "error", about: "No key or password stands in the text." },
  { code: "SKILL_FOREIGN_PLACEHOLDER", severity: "info", about: "Nothing relies on being replaced by a host." },
  // Files beside it
  { code: "SKILL_LINK_DEAD", severity: "error", about: "Links lead to files of the skill." },
  { code: "SKILL_FILE_MISSING", severity: "warning", about: "Files that the text names are there." },
  { code: "SKILL_SCRIPT_MISSING", severity: "warning", about: "Scripts that the text names are there." },
  { code: "SKILL_SCRIPT_NOT_EXECUTABLE", severity: "warning", about: "Scripts that are called by name can be run." },
  // Skills among each other
  { code: "SKILL_DESCRIPTIONS_ALIKE", severity: "warning", about: "Descriptions can be told apart." },
  { code: "SKILL_REQUIRES_UNKNOWN", severity: "error", about: "Required skills are there." },
  { code: "SKILL_REQUIRES_CYCLE", severity: "error", about: "Skills do not require each other in a circle." },
  { code: "SKILL_TRANSLATION_UNUSABLE", severity: "error", about: "Translations can be read." },
  { code: "SKILL_TRANSLATION_DIFFERS", severity: "warning", about: "A translation has the same steps and tools." },
];
