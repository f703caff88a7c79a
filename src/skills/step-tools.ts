import { codeSpans } from "./code-spans.ts";

/** A tool that a text names in backticks, with where its code span stands. */
export interface NamedTool {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The tools a text names in backticks: `namespace/name`, with `@version` or call parentheses if there are any. File
 * paths and media types have the same slash and are left out.
 */
export function namedTools(text: string): NamedTool[] {
  const found: NamedTool[] = [];
  for (const { content, start, end } of codeSpans(text)) {
    const name = toolName.exec(content.trim().slice(0, 400))?.[1];
    if (name !== undefined && !pathLike.test(name)) found.push({ name, start, end });
  }
  return found;
}

const toolName = /^([A-Za-z][\w-]*\/[\w-]+(?:@[\w.*^~-]+)?)\s*(?:\([^]*)?$/;
/** Folders that the format reserves, and media types. A file's extension fits no tool name. */
const pathLike =
  /^(?:references|scripts|assets)\/|^(?:application|audio|image|video|multipart|font)\/|^text\/(?:plain|html|css|csv|markdown|xml|javascript)$/;
