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
  const known = lists.find((entry) => sameTools(entry.tools, tools) && sameAppearance(entry, viewer));
  if (known) return known.list;
  const list = tools.map((tool) => toShownTool(tool, viewer));
  shown.set(registry, [{ tools, list }, ...lists].slice(0, mostLists));
  return list;
}

function sameTools(before: readonly AnyTool[], now: readonly AnyTool[]): boolean {
  return before.length === now.length && before.every((tool, index) => tool === now[index]);
}

/** Tools that change their looks are asked again each time. */
function sameAppearance({ tools, list }: KnownList, viewer: Viewer): boolean {
  return tools.every((tool, index) => {
    if (tool.appearance === undefined) return true;
    const now = toShownTool(tool, viewer);
    return JSON.stringify(now) === JSON.stringify(list[index]);
  });
}
