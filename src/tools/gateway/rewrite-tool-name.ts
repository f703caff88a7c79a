import { normalizeToolName } from "../normalize-tool-name.ts";
import type { AnyTool } from "../tool.ts";

/** Around a name and never in it: blanks, quotes, the brackets of a call, and marks that some models leave in an answer. */
const around = /^[\s`'"\u200B-\u200D\uFEFF]+|(?:\(\))?[\s`'"\u200B-\u200D\uFEFF]+$|\(\)$|<\|.*$/gs;

/**
 * The one tool that a mangled name plainly means: written twice, with `functions.` before it, in quotes, in the form in
 * which names are sent to models, or without its namespace. `tools` are those that the caller may use, so nothing becomes allowed
 * by it. Whether it may be run under that name is another question: {@link mayBeMisnamed}.
 */
export function meantTool(name: string, tools: readonly AnyTool[]): AnyTool | undefined {
  const bare = name
    .slice(0, longestName)
    .replace(around, "")
    .replace(/^(?:functions?|default_api)[./:]+/, "");
  const whole = normalizeToolName(bare);
  const twice = half(bare);
  const halved = twice === undefined ? undefined : normalizeToolName(twice);
  const found: { exact: AnyTool[]; halves: AnyTool[]; endings: AnyTool[] } = { exact: [], halves: [], endings: [] };
  for (const tool of tools) {
    const { own, sent } = formsOf(tool);
    if (own === whole || sent === whole) found.exact.push(tool);
    else if (own === halved || sent === halved) found.halves.push(tool);
    else if (own.length > whole.length && own.endsWith(whole) && own.at(-whole.length - 1) === "/")
      found.endings.push(tool);
  }
  // Where several tools fit, nobody knows which one was meant.
  for (const fitting of [found.exact, found.endings, found.halves]) if (fitting.length === 1) return fitting[0];
  return undefined;
}

/** Tools that may have been meant: their whole name stands somewhere in the text, or they are written otherwise, as `GetItem`. */
export function namedWithin(text: string, tools: readonly AnyTool[]): AnyTool[] {
  const whole = normalizeToolName(text.slice(0, longestName));
  const letters = lettersOf(whole);
  return tools.filter((tool) => {
    const { own, sent, last } = formsOf(tool);
    return whole.includes(own) || whole.includes(sent) || (letters !== "" && letters === last);
  });
}

/** No tool's name is longer; what a model writes may be. */
const longestName = 300;

interface NameForms {
  readonly own: string;
  /** As names are sent to models. */
  readonly sent: string;
  /** The letters of what stands behind the namespace. */
  readonly last: string;
}

const forms = new WeakMap<AnyTool, NameForms>();

function formsOf(tool: AnyTool): NameForms {
  let known = forms.get(tool);
  if (!known) {
    const own = normalizeToolName(tool.name);
    const last = lettersOf(own.slice(own.indexOf("/") + 1));
    known = { own, sent: normalizeToolName(tool.name.replace("/", "__")), last };
    forms.set(tool, known);
  }
  return known;
}

function lettersOf(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, "");
}

/** The half of a name that was written twice. */
function half(name: string): string | undefined {
  const middle = name.length / 2;
  return Number.isInteger(middle) && middle > 0 && name.slice(0, middle) === name.slice(middle)
    ? name.slice(0, middle)
    : undefined;
}

/** Only tools that read and ask nobody are run under a mangled name: what changes something has to be called by its own. */
export function mayBeMisnamed(tool: AnyTool): boolean {
  return tool.effect === "read" && tool.policy.confirm === "never";
}
