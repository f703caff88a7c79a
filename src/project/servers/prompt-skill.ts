import type { McpContent } from "../../mcp/client/mcp-content.ts";
import { cleanText } from "../../tools/clean-text.ts";
import type { McpMessage, McpPrompt } from "../../mcp/client/mcp-servers.ts";

/** A prompt of a server, as the text of a skill. */
export interface PromptSkill {
  readonly name: string;
  /** The whole SKILL.md. */
  readonly text: string;
  /** What a skill cannot hold and was left out, one sentence each. */
  readonly notes: readonly string[];
}

/** What a prompt's skill is made of. */
export interface PromptSkillParts {
  readonly server: string;
  readonly prompt: McpPrompt;
  readonly messages: readonly McpMessage[];
}

/**
 * Writes a prompt down as a skill. From then on it is a file of the project like any other: people read it before it is
 * used, and the server cannot change it any more.
 */
export function toPromptSkill({ server, prompt, messages }: PromptSkillParts): PromptSkill {
  const { name, title, description } = prompt;
  const words = name.replaceAll(/[_-]+/g, " ").trim();
  const about = sentence(description ?? title ?? words);
  const notes: string[] = [];
  const parts = messages.flatMap(({ role, content }) => {
    const text = textOf(content);
    if (text === undefined) notes.push(`A part of the kind ${content.type} was left out.`);
    return text === undefined ? [] : [role === "user" ? text : quote(text)];
  });
  const skill = toSkillName(name) || toSkillName(server);
  const head = [
    "---",
    `name: ${skill}`,
    `description: ${JSON.stringify(`${about} Use it when somebody asks for: ${words}.`)}`,
    "metadata:",
    `  origin: ${JSON.stringify(`the prompt ${name} of the MCP server ${server}`)}`,
    "---",
  ].join("\n");
  const heading = `# ${title ?? words.charAt(0).toUpperCase() + words.slice(1)}`;
  return { name: skill, text: `${[`${head}\n${heading}`, ...parts].join("\n\n")}\n`, notes };
}

function toSkillName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 64)
    .replace(/^-+|-+$/g, "");
}

function sentence(text: string): string {
  const line = text.replace(/\s+/g, " ").trim().slice(0, 600);
  return /[.!?。！？]$/u.test(line) ? line : `${line}.`;
}

/** Where a prompt shows how an answer looks. */
function quote(text: string): string {
  return `An answer looks like this:\n\n${text.replace(/^/gm, "> ")}`;
}

function textOf(content: McpContent): string | undefined {
  if (content.type === "text") return cleanText(content.text).trim();
  if (content.type === "resource_link") return `See ${content.name} (${content.uri}).`;
  return content.type === "resource" && content.text !== undefined ? cleanText(content.text).trim() : undefined;
}
