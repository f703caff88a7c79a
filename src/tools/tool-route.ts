import type { AnyTool } from "./tool.ts";

/**
 * Which version, or which other tool, answers calls of a name that say no version. An exact name goes before a wildcard,
 * a longer wildcard before a shorter one, and `*` comes last, in whatever order they are written.
 */
export interface ToolRoute {
  /** `finance/query_balance`, `finance/query_*`, `finance/*` or `*`. */
  readonly match: string;
  /**
   * The version that answers. A tool named exactly that does not have it is not found; a wildcard passes over those
   * without it. @default the highest
   */
  readonly version?: number;
  /** A registered tool that answers for names that are not registered themselves. */
  readonly to?: string;
  /** A version that answers a share of the threads, 0 to 1. A thread always gets the same one. */
  readonly canary?: { readonly version: number; readonly share: number };
  /**
   * In place of `version` and `canary`: version to its share in percent, in all 100. A thread always gets the same one,
   * and keeps it when the newest version's share grows. The share of a version that is not registered goes to the one
   * with the most.
   */
  readonly weights?: Readonly<Record<string, number>>;
}

/** What answers a name: one tool, or for some threads other versions of it. */
export interface RoutedTool {
  readonly stable: AnyTool | undefined;
  readonly shares: readonly ToolShare[];
}

/** The part of all threads that gets a version; `from` and `upTo` are 0 to 1, `upTo` is not part of it. */
export interface ToolShare {
  readonly tool: AnyTool;
  readonly from: number;
  readonly upTo: number;
}

/** Tool names to versions. */
export type ToolVersions = Readonly<Record<string, number>>;

/** The route that counts for `name`; `undefined` where none matches. */
export function routeFor(name: string, routes: readonly ToolRoute[]): ToolRoute | undefined {
  let best: ToolRoute | undefined;
  for (const route of routes)
    if (matchesName(route.match, name) && (best === undefined || weight(route) > weight(best))) best = route;
  return best;
}

/** What a route makes of the versions of one name. */
export function routeVersions(versions: readonly AnyTool[], route: ToolRoute | undefined): RoutedTool {
  if (route?.weights) return weighVersions(versions, route.weights, route.match.endsWith("*"));
  const highest = highestOf(versions);
  const canary = versions.find((tool) => tool.version === route?.canary?.version);
  // The canary is not everybody's newest version before it has proved itself.
  const others = versions.filter((tool) => tool !== canary);
  const rest = others.length === 0 ? highest : highestOf(others);
  const wanted = versions.find((tool) => tool.version === route?.version);
  const free = route?.version === undefined || (wanted === undefined && route.match.endsWith("*"));
  const stable = free ? rest : wanted;
  if (canary === undefined || canary === stable) return { stable, shares: [] };
  return { stable, shares: [{ tool: canary, from: 0, upTo: route!.canary!.share }] };
}

/** Shares are laid out newest first, those of versions that are not here too: every process lays them out alike. */
function weighVersions(
  versions: readonly AnyTool[],
  weights: NonNullable<ToolRoute["weights"]>,
  isWildcard: boolean,
): RoutedTool {
  const shares: ToolShare[] = [];
  let stable: AnyTool | undefined;
  let from = 0;
  for (const version of Object.keys(weights)
    .map(Number)
    .toSorted((a, b) => b - a)) {
    const upTo = from + weights[version]! / 100;
    const tool = versions.find((each) => each.version === version);
    if (tool && upTo > from) {
      shares.push({ tool, from, upTo });
      if (stable === undefined || weights[version]! > weights[stable.version]!) stable = tool;
    }
    from = upTo;
  }
  if (stable === undefined && isWildcard) stable = highestOf(versions);
  return { stable, shares: shares.filter(({ tool }) => tool !== stable) };
}

function highestOf(versions: readonly AnyTool[]): AnyTool {
  return versions.reduce((best, tool) => (tool.version > best.version ? tool : best));
}

/** Where a thread stands among all threads, 0 to less than 1. The same for the same thread and name. */
export function threadPlace(thread: string, name: string): number {
  let hash = 0x811c9dc5;
  for (const character of `${thread}\n${name}`) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193) >>> 0;
  // The last letters would decide too little of the high bits.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39) >>> 0;
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}

/** A name, or one with a `*` at its end. */
export function matchesName(match: string, name: string): boolean {
  return match.endsWith("*") ? name.startsWith(match.slice(0, -1)) : match === name;
}

function weight({ match }: ToolRoute): number {
  return match.endsWith("*") ? match.length - 1 : Infinity;
}
