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
}

/** What answers a name: one tool, or for some threads another version of it. */
export interface RoutedTool {
  readonly stable: AnyTool | undefined;
  readonly canary?: { readonly tool: AnyTool; readonly share: number };
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
  const highest = versions.reduce((best, tool) => (tool.version > best.version ? tool : best));
  const canary = versions.find((tool) => tool.version === route?.canary?.version);
  // The canary is not everybody's newest version before it has proved itself.
  const others = versions.filter((tool) => tool !== canary);
  const rest =
    others.length === 0 ? highest : others.reduce((best, tool) => (tool.version > best.version ? tool : best));
  const wanted = versions.find((tool) => tool.version === route?.version);
  const free = route?.version === undefined || (wanted === undefined && route.match.endsWith("*"));
  const stable = free ? rest : wanted;
  if (canary === undefined || canary === stable) return { stable };
  return { stable, canary: { tool: canary, share: route!.canary!.share } };
}

/** True when this thread is among the `share` that gets the canary. The same answer for the same thread and name. */
export function isCanaryThread(thread: string, name: string, share: number): boolean {
  let hash = 0x811c9dc5;
  for (const character of `${thread}\n${name}`) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193) >>> 0;
  // The last letters would decide too little of the high bits.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39) >>> 0;
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32 < share;
}

/** A name, or one with a `*` at its end. */
export function matchesName(match: string, name: string): boolean {
  return match.endsWith("*") ? name.startsWith(match.slice(0, -1)) : match === name;
}

function weight({ match }: ToolRoute): number {
  return match.endsWith("*") ? match.length - 1 : Infinity;
}
