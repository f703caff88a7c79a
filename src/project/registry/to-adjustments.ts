import type { RegistryContent } from "../../store/registry-store.ts";
import type { ToolAdjustments } from "../../tools/tool-adjustments.ts";
import type { ToolRoute } from "../../tools/tool-route.ts";

/** What a config says of toolsets and routes. */
export interface ConfiguredTools {
  readonly toolsets: Readonly<Record<string, boolean>>;
  readonly routes: readonly ToolRoute[];
}

/** What operators decided over what the config says: their word on a toolset, or on a route's `match`, goes before. */
export function toAdjustments({ toolsets, routes, tools }: RegistryContent, config: ConfiguredTools): ToolAdjustments {
  const decided = new Set(routes.map(({ match }) => match));
  const entries = Object.entries(tools);
  return {
    routes: [...routes, ...config.routes.filter(({ match }) => !decided.has(match))],
    offToolsets: offIn({ ...config.toolsets, ...toolsets }),
    offTools: entries.flatMap(([name, { off }]) => (off === true ? [name] : [])),
    descriptions: Object.fromEntries(
      entries.flatMap(([name, { description }]) => (description === undefined ? [] : [[name, description]])),
    ),
  };
}

function offIn(toolsets: Readonly<Record<string, boolean>>): string[] {
  return Object.keys(toolsets).filter((name) => toolsets[name] === false);
}
