import { normalizeToolName } from "./normalize-tool-name.ts";
import {
  type RoutedTool,
  routeFor,
  routeVersions,
  threadPlace,
  type ToolRoute,
  type ToolShare,
  type ToolVersions,
} from "./tool-route.ts";
import type { AnyTool, ToolAlias } from "./tool.ts";

/** A tool that was found by a name, and the old name's note if it was one. */
export interface FoundTool {
  readonly tool: AnyTool;
  readonly alias?: ToolAlias;
}

/** All names of a set of tools, made anew with every change: looking up costs one access. */
export interface ToolIndex {
  /** Exact, else with case folded and repeated separators collapsed, else by a route for names that are not registered. */
  find(name: string, place: RoutePlace): FoundTool | undefined;
  /** For each name the tool that this thread gets. */
  routed(place: RoutePlace): readonly AnyTool[];
  /** The versions that this thread gets of the names that have several. */
  versions(thread: string | undefined): ToolVersions;
  /** False where every thread gets the same tools. */
  readonly hasCanaries: boolean;
}

/** For whom a version is chosen. */
export interface RoutePlace {
  readonly thread?: string | undefined;
  /** Chosen before; they count as long as they are registered. */
  readonly versions?: ToolVersions | undefined;
}

interface Target {
  readonly name: string;
  /** All that the name may mean; empty where it says its version. */
  readonly versions: ReadonlyMap<number, FoundTool>;
  readonly stable: FoundTool | undefined;
  readonly shares: readonly FoundShare[];
}

interface FoundShare extends Omit<ToolShare, "tool"> {
  readonly found: FoundTool;
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
    const target = toTarget(name, { routed, versions });
    targets.push(target);
    exact.set(name, target);
    for (const tool of versions)
      exact.set(`${name}@${tool.version}`, toTarget(name, { routed: { stable: tool, shares: [] } }));
    for (const alias of versions.flatMap((tool) => tool.aliases))
      exact.set(alias.name, toTarget(name, { routed, versions, alias }));
  }
  const normal = new Map([...exact].map(([name, target]) => [normalizeToolName(name), target]));
  const redirects = routes.filter((route) => route.to !== undefined);
  const several = targets.filter(({ versions }) => versions.size > 1);
  return {
    find(name, place) {
      const target = exact.get(name) ?? normal.get(normalizeToolName(name));
      if (target) return choose(target, place);
      const to = redirects.length === 0 ? undefined : routeFor(normalizeToolName(name), redirects)?.to;
      const other = to === undefined ? undefined : exact.get(to);
      return other && choose(other, place);
    },
    hasCanaries: targets.some(({ shares }) => shares.length > 0),
    routed: (place) => targets.flatMap((target) => choose(target, place)?.tool ?? []),
    versions: (thread) =>
      Object.fromEntries(
        several.flatMap((target) => {
          const chosen = choose(target, { thread })?.tool;
          return chosen ? [[chosen.name, chosen.version]] : [];
        }),
      ),
  };
}

interface TargetParts {
  readonly routed: RoutedTool;
  readonly versions?: readonly AnyTool[];
  readonly alias?: ToolAlias;
}

function toTarget(name: string, { routed, versions = [], alias }: TargetParts): Target {
  const toFound = (tool: AnyTool): FoundTool => ({ tool, ...(alias !== undefined && { alias }) });
  return {
    name,
    versions: new Map(versions.map((tool) => [tool.version, toFound(tool)])),
    stable: routed.stable && toFound(routed.stable),
    shares: routed.shares.map(({ tool, ...share }) => ({ ...share, found: toFound(tool) })),
  };
}

function choose({ name, versions, stable, shares }: Target, place: RoutePlace): FoundTool | undefined {
  if (place.versions !== undefined && versions.size > 1) {
    const kept = versions.get(place.versions[name] ?? 0);
    if (kept !== undefined) return kept;
  }
  if (shares.length === 0 || place.thread === undefined) return stable;
  const at = threadPlace(place.thread, name);
  return shares.find(({ from, upTo }) => from <= at && at < upTo)?.found ?? stable;
}
