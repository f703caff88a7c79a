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
  readonly shelf?: ToolShelf;
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

/** The tools of a loop: all of them where they fit, else the needed ones, some more, and a search over the rest. */
export function openLoopTools({ registry, scope, unlisted, maxTokens, needed }: LoopToolsParts): LoopTools {
  const listed = [...(scope.builtins?.values() ?? [])].filter((tool) => !unlisted.includes(tool));
  const own = toolList(registry, { ...scope, builtins: new Map() });
  if (toolTokens(own) <= maxTokens) {
    const tools = toolList(registry, { ...scope, builtins: toMap(listed) });
    return { scope, tools, toolsAfterCut: toolList(registry, scope) };
  }
  const shelf = createToolShelf({ tools: own, maxTokens, isNeeded: (name) => needed.includes(name) });
  const search = searchTool(shelf);
  const wholeScope = { ...scope, builtins: toMap([...listed, ...unlisted, search]) };
  const beside = (builtins: readonly AnyTool[]): (() => readonly ModelTool[]) => {
    const ours = toolList(registry, { ...scope, grants: nothing, builtins: toMap(builtins) });
    let shown: { readonly of: readonly ModelTool[]; readonly list: readonly ModelTool[] } | undefined;
    return () => {
      if (shown?.of !== shelf.listed) shown = { of: shelf.listed, list: [...shelf.listed, ...ours] };
      return shown.list;
    };
  };
  const tools = beside([...listed, search]);
  const toolsAfterCut = beside([...listed, ...unlisted, search]);
  return {
    scope: wholeScope,
    shelf,
    get tools() {
      return tools();
    },
    get toolsAfterCut() {
      return toolsAfterCut();
    },
  };
}

/** Allows no registered tool at all. */
const nothing: readonly ToolGrant[] = [{ allow: [], source: "the list of built-in tools", code: "NOT_GRANTED" }];

function toMap(tools: readonly AnyTool[]): ReadonlyMap<string, AnyTool> {
  return new Map(tools.map((tool) => [tool.name, tool]));
}
