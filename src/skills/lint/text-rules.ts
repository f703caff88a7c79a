import { textTokens } from "../../base/text-tokens.ts";
import { splitLines } from "../text-lines.ts";
import type { Finding } from "./finding.ts";
import type { LintCheck, LintSubject } from "./lint-subject.ts";

/** Length of the text, and what in it could be taken for something else. */
export const textRules: LintCheck = (subject) => [
  ...bodyLength(subject),
  ...promptMarkup(subject),
  ...foreignPlaceholders(subject),
];

function bodyLength({ skill, atBody }: LintSubject): Finding[] {
  const lines = splitLines(skill.body).length;
  const tokens = textTokens(skill.body);
  const counts = [lines > 500 ? `${lines} lines` : "", tokens > 5000 ? `about ${tokens} tokens (an estimate)` : ""];
  const over = counts.filter((count) => count !== "").join(" and ");
  if (over === "") return [];
  return [
    {
      code: "SKILL_BODY_LONG",
      message: `The text has ${over}; the specification advises at most 500 lines and 5,000 tokens.`,
      where: atBody(0),
      fix: "Move long parts to files under references/, and say in a step when to read them.",
    },
  ];
}

/** Closing tags in a name or description, and anywhere what prompts and chat templates are made of. */
function promptMarkup({ skill, fields, atBody }: LintSubject): Finding[] {
  const head = ["name", "description", "when_to_use"].flatMap((key) => {
    const field = fields.get(key);
    const seen = typeof field?.value === "string" ? headMarkup.exec(field.value)?.[0] : undefined;
    return field && seen !== undefined ? [markupFinding(`"${key}"`, seen, field.where())] : [];
  });
  const body = firstOfEach(skill.body, bodyMarkup).map(({ seen, offset }) =>
    markupFinding("The text", seen, atBody(offset)),
  );
  return [...head, ...body];
}

function markupFinding(holder: string, seen: string, where: Finding["where"]): Finding {
  return {
    code: "SKILL_PROMPT_MARKUP",
    message: `${holder} holds ${JSON.stringify(seen)}, which a model may take for the end of the skill or for another speaker.`,
    where,
    fix: "Say it in words, or write the angle brackets as &lt; and &gt;.",
  };
}

/** What other hosts replace or run when a skill is loaded; here every character reaches the model as it is. */
function foreignPlaceholders({ prose, atBody }: LintSubject): Finding[] {
  return firstOfEach(prose, placeholder).map(({ seen, offset }) => ({
    code: "SKILL_FOREIGN_PLACEHOLDER",
    message: `Some hosts replace or run ${JSON.stringify(seen)} when they load a skill; Sopwith never does, the model reads it as it stands.`,
    where: atBody(offset),
    fix: "Say in words what is meant: what the user asked for, or a path relative to the skill.",
  }));
}

/** Each different match once, at its first place; at most ten. */
function firstOfEach(text: string, pattern: RegExp): { readonly seen: string; readonly offset: number }[] {
  const found = new Map<string, number>();
  for (const match of text.matchAll(pattern)) {
    if (!found.has(match[0])) found.set(match[0], match.index);
    if (found.size === 10) break;
  }
  return Array.from(found, ([seen, offset]) => ({ seen, offset }));
}

const headMarkup =
  /<\/[a-z_:]{2,40}\s*>|<(?:skills?|available_skills|system|system-reminder|instructions?|user|assistant|tools?|function_calls)\b[^<>\n]{0,80}>|<\|[a-z_]{2,30}\|>|\[\/?INST\]|<!--|\]\]>/i;
const bodyMarkup =
  /<\/skill\s*>|<\/?available_skills\s*>|<\|(?:im_start|im_end|endoftext|eot_id|start_header_id|end_header_id|system|user|assistant)\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|system-reminder|system_prompt)\s*>|<\/?(?:antml:)?function_calls>/gi;
const placeholder =
  /\$ARGUMENTS\b(?:\[\d+\])?|\$\{CLAUDE_[A-Z_]+\}|\$\{?CLAUDE_(?:SKILL_DIR|PLUGIN_ROOT|SESSION_ID)\}?|\{baseDir\}|(?<![\w`\\])!`[^`\n]+`/g;
