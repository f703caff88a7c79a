import type { Diagnostic } from "../base/errors.ts";
import { nearestNames } from "../base/names.ts";
import { matchesName, type ToolRoute } from "./tool-route.ts";
import type { AnyTool } from "./tool.ts";
import { definitionFault, didYouMean } from "./tools-errors.ts";

/** What is wrong with routes by themselves: their patterns and shares, and two for one name. */
export function routeFormFaults(routes: readonly ToolRoute[]): Diagnostic[] {
  const seen = new Set<string>();
  return routes.flatMap(({ match, canary, to, version, weights }) => {
    const faults: string[] = [];
    if (!/^(?:[A-Za-z0-9_-]+\/[A-Za-z0-9_-]*\*?|\*)$/.test(match) || match.endsWith("/"))
      faults.push(`The route "${match}" is no name, and no name with a * at its end.`);
    if (seen.has(match)) faults.push(`There are two routes for "${match}".`);
    if (canary && !(canary.share >= 0 && canary.share <= 1))
      faults.push(`The share of the route "${match}" is ${canary.share}, expected 0 to 1.`);
    if (to !== undefined && (version !== undefined || canary || weights))
      faults.push(`The route "${match}" has \`to\` beside a version.`);
    if (weights && (version !== undefined || canary))
      faults.push(`The route "${match}" has \`weights\` beside a version.`);
    faults.push(...weightFaults(match, weights));
    seen.add(match);
    return faults.map((message) => definitionFault("TOOL_ROUTE", message, "Correct the route."));
  });
}

function weightFaults(match: string, weights: ToolRoute["weights"]): string[] {
  if (weights === undefined) return [];
  const entries = Object.entries(weights);
  const faults = entries
    .filter(([version, weight]) => !/^[1-9]\d*$/.test(version) || !(weight >= 0 && weight <= 100))
    .map(
      ([version, weight]) =>
        `The route "${match}" gives version ${version} the weight ${weight}; a weight is 0 to 100.`,
    );
  const sum = entries.reduce((total, [, weight]) => total + weight, 0);
  if (faults.length === 0 && Math.abs(sum - 100) > 1e-6)
    faults.push(`The weights of the route "${match}" sum to ${sum}, expected 100.`);
  return faults;
}

/**
 * What is wrong with routes once all tools are there: targets that are not registered, and versions that no tool has.
 * Names and namespaces of which nothing is registered are not looked at: another workflow may bring them.
 */
export function routeTargetFaults(
  routes: readonly ToolRoute[],
  tools: readonly Pick<AnyTool, "name" | "version">[],
): Diagnostic[] {
  const names = new Set(tools.map((tool) => tool.name));
  return routes.flatMap(({ match, version, canary, to, weights = {} }) => {
    if (to !== undefined) {
      const namespace = to.slice(0, to.indexOf("/") + 1);
      if (
        names.has(to) ||
        tools.some((tool) => `${tool.name}@${tool.version}` === to) ||
        !tools.some((tool) => tool.name.startsWith(namespace))
      )
        return [];
      const hint = didYouMean(nearestNames(to, names));
      return [
        definitionFault(
          "TOOL_ROUTE",
          `The route "${match}" leads to "${to}", which is not registered.${hint}`,
          "Correct `to`.",
        ),
      ];
    }
    const meant = tools.filter((tool) => matchesName(match, tool.name));
    const wanted = [version, canary?.version, ...Object.keys(weights).map(Number)].filter(
      (number) => number !== undefined,
    );
    return wanted
      .filter((number) => meant.length > 0 && !meant.some((tool) => tool.version === number))
      .map((number) =>
        definitionFault(
          "TOOL_ROUTE",
          `The route "${match}" wants version ${number}, which no tool has.`,
          "Correct the version, or register it.",
        ),
      );
  });
}
