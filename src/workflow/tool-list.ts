import type { ModelTool } from "../model/model.ts";
import type { CallScope } from "../tools/call-scope.ts";
import { isGranted } from "../tools/gateway/grants.ts";
import { toInputSchema } from "../tools/input-schema.ts";
import type { ToolRegistry } from "../tools/tool-registry.ts";
import type { AnyTool } from "../tools/tool.ts";

/** Lists that were shown before, by registry and names: a model client keeps what it made of a list by identity. */
const shown = new WeakMap<
  ToolRegistry,
  Map<string, { readonly tools: readonly AnyTool[]; readonly list: readonly ModelTool[] }>
>();

/** The tools a node visit shows to the model: what is registered and granted, then the visit's built-in tools. */
export function toolList(registry: ToolRegistry, scope: CallScope): readonly ModelTool[] {
  const granted = registry.list().filter((tool) => isGranted(tool.name, scope.grants));
  const tools = [...granted, ...(scope.builtins?.values() ?? [])];
  const lists = shown.get(registry) ?? new Map<string, never>();
  const key = tools.map((tool) => tool.name).join("\n");
  const known = lists.get(key);
  if (known && known.tools.every((tool, index) => tool === tools[index])) return known.list;
  const list = tools.map((tool) => ({
    name: tool.name,
    description: tool.description,
    parameters: toInputSchema(tool),
  }));
  shown.set(registry, new Map(lists).set(key, { tools, list }));
  return list;
}
