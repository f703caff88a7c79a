import { normalizeToolName } from "./normalize-tool-name.ts";
import { isCanaryThread, type RoutedTool, routeFor, routeVersions, type ToolRoute } from "./tool-route.ts";
import type { AnyTool, ToolAlias } from "./tool.ts";

/** A tool that was found by a name, and the old name's note if it was one. */
export interface FoundTool {
  readonly tool: AnyTool;
  readonly alias?: ToolAlias;
}

/** All names of a set of tools, made anew with every change: looking up costs one access. */
export interface ToolIndex {
  /** Exact, else with case folded and repeated separators collapsed, else by a route for names that are not registered. */
  find(name: string, thread: string | undefined): FoundTool | undefined;
  /** For each name the tool that this thread gets. */
  routed(thread: string | undefined): readonly AnyTool[];
  /** False where every thread gets the same tools. */
  readonly hasCanaries: boolean;
}

interface Target {
  readonly name: string;
  readonly routed: RoutedTool;
  readonly stable: FoundTool | undefined;
  readonly canary: FoundTool | undefined;
}

/** Makes the index of `tools` under `routes`. */
export function createToolIndex(tools: readonly AnyTool[], routes: readonly ToolRoute[]): ToolIndex {
  const exact = new Map<string, Target>();
  const targets: Target[] = [];
  for (const [name, versions] of Map.groupBy(tools, (tool) => tool.name)) {
    const routed = routeVersions(
      versions,
      routeFor(
        name,
        routes.filter((route) => route.to === undefined),
      ),
    );
    const target = toTarget(name, routed);
    targets.push(target);
    exact.set(name, target);
    for (const tool of versions) exact.set(`${name}@${tool.version}`, toTarget(name, { stable: tool }));
    for (const alias of versions.flatMap((tool) => tool.aliases)) exact.set(alias.name, toTarget(name, routed, alias));
  }
  const normal = new Map([...exact].map(([name, target]) => [normalizeToolName(name), target]));
  const redirects = routes.filter((route) => route.to !== undefined);
  const find = (name: string, thread: string | undefined): FoundTool | undefined => {
    const target = exact.get(name) ?? normal.get(normalizeToolName(name));
    if (target) return choose(target, thread);
    const to = redirects.length === 0 ? undefined : routeFor(normalizeToolName(name), redirects)?.to;
    const other = to === undefined ? undefined : exact.get(to);
    return other && choose(other, thread);
  };
  return {
    find,
    hasCanaries: targets.some(({ canary }) => canary !== undefined),
    routed: (thread) => targets.flatMap((target) => choose(target, thread)?.tool ?? []),
  };
}

function toTarget(name: string, routed: RoutedTool, alias?: ToolAlias): Target {
  const found = (tool: AnyTool | undefined): FoundTool | undefined =>
    tool && { tool, ...(alias !== undefined && { alias }) };
  return { name, routed, stable: found(routed.stable), canary: found(routed.canary?.tool) };
}

function choose({ name, routed, stable, canary }: Target, thread: string | undefined): FoundTool | undefined {
  if (canary === undefined || thread === undefined) return stable;
  return isCanaryThread(thread, name, routed.canary!.share) ? canary : stable;
}
