import { normalizeToolName } from "../normalize-tool-name.ts";
import type { AnyTool } from "../tool.ts";

/**
 * The one tool that a mangled name plainly means: written twice, with `functions.` before it, in the form in which names
 * are sent to models, or without its namespace. `tools` are those that the caller may use, so nothing becomes allowed
 * by it. Whether it may be run under that name is another question: {@link mayBeMisnamed}.
 */
export function meantTool(name: string, tools: readonly AnyTool[]): AnyTool | undefined {
  const bare = name.replace(/^functions?[./]/, "");
  for (const candidate of [bare, half(bare)]) {
    if (candidate === undefined) continue;
    const wanted = normalizeToolName(candidate);
    const whole = tools.filter((tool) =>
      [tool.name, tool.name.replace("/", "__")].some((own) => normalizeToolName(own) === wanted),
    );
    if (whole.length === 1) return whole[0];
    const endings = tools.filter((tool) => normalizeToolName(tool.name).endsWith(`/${wanted}`));
    // Where a tool that changes something ends alike, nobody knows which one was meant.
    if (endings.length === 1 && candidate === bare) return endings[0];
  }
  return undefined;
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
