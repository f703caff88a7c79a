import { type PromptLocale, promptWords } from "./prompt-words.ts";

/** What a node's system text is made of. */
export interface SkillPromptParts {
  /** Path of the workflow node; stands in the first line, where rehearsals and traces find it. */
  readonly node: string;
  /** What the node's author adds to the skill. */
  readonly instruction?: string;
  /** Absent while the skill is still to be chosen. */
  readonly skill?: { readonly name: string; readonly body: string; readonly origin?: string | undefined };
  /** Paths of the skill's files, relative to its folder. */
  readonly resources?: readonly string[];
  /** More rules for this run, one sentence each: what the finish must hold, which limits are near. */
  readonly guidance?: readonly string[];
  /** Skills to choose from, as `catalogue` words them. */
  readonly choices?: readonly CatalogueEntry[];
  readonly locale: PromptLocale;
}

/** One skill to choose. */
export interface CatalogueEntry {
  readonly name: string;
  /** Empty where only the name is shown. */
  readonly description: string;
}

/**
 * The system text of a node. The skill's body stands in it byte for byte between `<skill name="...">` and `</skill>`;
 * only a closing tag of ours inside the body is changed, visibly, to `<\/skill>`.
 */
export function skillPrompt(parts: SkillPromptParts): string {
  const words = promptWords[parts.locale];
  const blocks = [`${nodeMark}${oneLine(parts.node)}`];
  if (parts.instruction) blocks.push(parts.instruction);
  if (parts.choices?.length) blocks.push(catalogue(parts.choices, parts.locale));
  if (parts.skill) {
    const { name, body } = parts.skill;
    const newline = body.endsWith("\n") ? "" : "\n";
    blocks.push(
      `${words.procedure(oneLine(name))}\n<skill name="${escapeAttribute(name)}">\n${neutralise(body)}${newline}</skill>`,
    );
  }
  if (parts.resources?.length) {
    blocks.push([words.resources, ...parts.resources.map((path) => `- ${oneLine(path)}`)].join("\n"));
  }
  const { origin } = parts.skill ?? {};
  const foreign = origin === undefined ? [] : [words.origin(oneLine(origin))];
  const rules = [...foreign, ...(parts.skill ? words.guidance : []), ...(parts.guidance ?? [])];
  if (rules.length > 0) blocks.push(rules.map((rule) => `- ${rule}`).join("\n"));
  return blocks.join("\n\n");
}

/** The list of skills to choose from. Names and descriptions are folded to one line each, so that none can pose as another. */
export function catalogue(entries: readonly CatalogueEntry[], locale: PromptLocale): string {
  const lines = entries.map(({ name, description }) => {
    const start = `- ${escapeTags(oneLine(name))}`;
    return description === "" ? start : `${start}: ${escapeTags(oneLine(description))}`;
  });
  return [promptWords[locale].catalogue, ...lines].join("\n");
}

/** The node and the skills that a system text was made for; what a rehearsal restricts its turns by. */
export function readPromptMarks(systemText: string): { readonly node?: string; readonly skills: readonly string[] } {
  const firstLine = systemText.slice(0, systemText.search(/\n|$/));
  const skills = Array.from(systemText.matchAll(/^<skill name="([^"\n]*)">$/gm), (match) =>
    unescapeAttribute(match[1]!),
  );
  return firstLine.startsWith(nodeMark) ? { node: firstLine.slice(nodeMark.length), skills } : { skills };
}

const nodeMark = "Node: ";

/** A closing tag in a body would end the skill early; `<\/skill>` reads the same and ends nothing. */
function neutralise(body: string): string {
  return body.replace(/<(?=\/skill\s*>)/gi, "<\\");
}

function oneLine(text: string): string {
  return text.replace(/[\s\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, " ").trim(); // oxlint-disable-line no-control-regex -- control characters are what must not get through
}

function escapeTags(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function escapeAttribute(text: string): string {
  return escapeTags(oneLine(text)).replaceAll('"', "&quot;");
}

function unescapeAttribute(text: string): string {
  return text.replaceAll("&quot;", '"').replaceAll("&gt;", ">").replaceAll("&lt;", "<").replaceAll("&amp;", "&");
}
