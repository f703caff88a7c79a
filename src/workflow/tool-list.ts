import type { ModelTool } from "../model/model.ts";
import { knownAvailability } from "../tools/availability.ts";
import type { CallScope } from "../tools/call-scope.ts";
import { isShownTo } from "../tools/gateway/is-shown-to.ts";
import { toShownTool } from "../tools/shown-tool.ts";
import type { ToolRegistry } from "../tools/tool-registry.ts";
import type { AnyTool, Viewer } from "../tools/tool.ts";

interface KnownList {
  readonly tools: readonly AnyTool[];
  readonly list: readonly ModelTool[];
  /** What operators say in place of descriptions, tool by tool. */
  readonly said: readonly (string | undefined)[];
}

/** Lists that were shown before, by registry: a model client keeps what it made of a list by identity. */
const shown = new WeakMap<ToolRegistry, KnownList[]>();
/** Lists of one registry that are kept; agents and users see different ones. */
const mostLists = 32;

/**
 * The tools a node visit shows to the model: what is registered, granted, switched on, visible to this agent and user, and
 * available as far as is known, each in the version that the thread gets; then the visit's built-in tools. The same array
 * for the same tools.
 */
export function toolList(registry: ToolRegistry, scope: CallScope): readonly ModelTool[] {
  const { caller } = scope;
  const visible = registry
    .routed(caller.thread, scope.versions)
    .filter((tool) => isShownTo(tool, { registry, scope }) && (!tool.available || knownAvailability(tool)));
  const tools = [...visible, ...(scope.builtins?.values() ?? [])];
  const lists = shown.get(registry) ?? [];
  const viewer: Viewer = {
    agent: caller.node,
    thread: caller.thread,
    ...(caller.user !== undefined && { user: caller.user }),
  };
  const known = lists.find(
    (entry) => sameTools(entry.tools, tools) && sameWords(entry, registry) && sameAppearance(entry, viewer),
  );
  if (known) return known.list;
  const said = tools.map((tool) => registry.descriptionOf(tool));
  const list = tools.map((tool, index) => withWords(toShownTool(tool, viewer), said[index]));
  shown.set(registry, [{ tools, list, said }, ...lists].slice(0, mostLists));
  return list;
}

function sameTools(before: readonly AnyTool[], now: readonly AnyTool[]): boolean {
  return before.length === now.length && before.every((tool, index) => tool === now[index]);
}

function sameWords({ tools, said }: KnownList, registry: ToolRegistry): boolean {
  return tools.every((tool, index) => registry.descriptionOf(tool) === said[index]);
}

function withWords(tool: ModelTool, description: string | undefined): ModelTool {
  return description === undefined ? tool : { ...tool, description };
}

/** Tools that change their looks are asked again each time. */
function sameAppearance({ tools, list }: KnownList, viewer: Viewer): boolean {
  return tools.every((tool, index) => {
    if (tool.appearance === undefined) return true;
    const now = toShownTool(tool, viewer);
    return JSON.stringify(now) === JSON.stringify(list[index]);
  });
}
