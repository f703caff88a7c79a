import type { ModelTool } from "../model/model.ts";
import type { CallScope, ToolGrant } from "../tools/call-scope.ts";
import type { ToolRegistry } from "../tools/tool-registry.ts";
import type { AnyTool } from "../tools/tool.ts";
import { searchTool } from "./builtin-tools.ts";
import { toolList } from "./tool-list.ts";
import { createToolShelf, type ToolShelf, toolTokens } from "./tool-shelf.ts";

/** What a loop of turns shows and allows of tools. */
export interface LoopTools {
  /** With `tool/search` among its built-in tools where the list did not fit. */
  readonly scope: CallScope;
  /** What the model is told now; grows as tools are found. */
  readonly tools: readonly ModelTool[];
  /** The same, with those that are told of later. */
  readonly toolsAfterCut: readonly ModelTool[];
  /** Absent where all tools fit. */
  readonly shelf: ToolShelf | undefined;
}

/** What the tools of a loop are made of. */
export interface LoopToolsParts {
  readonly registry: ToolRegistry;
  readonly scope: CallScope;
  /** Built-in tools that can be called but are told of later. */
  readonly unlisted: readonly AnyTool[];
  readonly maxTokens: number;
  /** Names that are always told: those of the skill and of the node. */
  readonly needed: readonly string[];
}

/**
 * The tools of a loop: all of them where they fit, else the needed ones, some more, and a search over the rest. They
 * follow the registry: a tool that comes or goes while the model works is told of with its next turn. As long as nothing
 * changed for this loop the lists are the same arrays, so that what a model server has cached of them stays good.
 */
export function openLoopTools(parts: LoopToolsParts): LoopTools {
  const { registry } = parts;
  let { generation } = registry;
  let layout = layOut(parts, ownTools(parts), []);
  const now = (): Layout => {
    if (registry.generation === generation) return layout;
    ({ generation } = registry);
    const own = ownTools(parts);
    if (own !== layout.own) layout = layOut(parts, own, layout.shelf?.found ?? []);
    return layout;
  };
  return {
    get scope() {
      return now().scope;
    },
    get tools() {
      return now().tools();
    },
    get toolsAfterCut() {
      return now().toolsAfterCut();
    },
    get shelf() {
      return now().shelf;
    },
  };
}

/** How the tools stand as long as the registry does not change. */
interface Layout {
  /** The registered tools that may be used. */
  readonly own: readonly ModelTool[];
  readonly scope: CallScope;
  readonly tools: () => readonly ModelTool[];
  readonly toolsAfterCut: () => readonly ModelTool[];
  readonly shelf?: ToolShelf;
}

function ownTools({ registry, scope }: LoopToolsParts): readonly ModelTool[] {
  return toolList(registry, { ...scope, builtins: new Map() });
}

/** `found`: tools that were left out before and found by a search. */
function layOut(parts: LoopToolsParts, own: readonly ModelTool[], found: readonly string[]): Layout {
  const { registry, scope, unlisted, maxTokens, needed } = parts;
  const listed = [...(scope.builtins?.values() ?? [])].filter((tool) => !unlisted.includes(tool));
  if (toolTokens(own) <= maxTokens) {
    const tools = listed.length === 0 ? own : toolList(registry, { ...scope, builtins: toMap(listed) });
    let afterCut: readonly ModelTool[] | undefined;
    return { own, scope, tools: () => tools, toolsAfterCut: () => (afterCut ??= toolList(registry, scope)) };
  }
  const wanted = new Set([...needed, ...found]);
  const shelf = createToolShelf({ tools: own, maxTokens, isNeeded: (name) => wanted.has(name), found });
  const search = searchTool(shelf);
  const beside = (builtins: readonly AnyTool[]): (() => readonly ModelTool[]) => {
    const ours = toolList(registry, { ...scope, grants: nothing, builtins: toMap(builtins) });
    let shown: { readonly of: readonly ModelTool[]; readonly list: readonly ModelTool[] } | undefined;
    return () => {
      if (shown?.of !== shelf.listed) shown = { of: shelf.listed, list: [...shelf.listed, ...ours] };
      return shown.list;
    };
  };
  return {
    own,
    scope: { ...scope, builtins: toMap([...listed, ...unlisted, search]) },
    shelf,
    tools: beside([...listed, search]),
    toolsAfterCut: beside([...listed, ...unlisted, search]),
  };
}

/** Allows no registered tool at all. */
const nothing: readonly ToolGrant[] = [{ allow: [], source: "the list of built-in tools", code: "NOT_GRANTED" }];

function toMap(tools: readonly AnyTool[]): ReadonlyMap<string, AnyTool> {
  return new Map(tools.map((tool) => [tool.name, tool]));
}
