import type { Project } from "../project/open-project.ts";
import { describeRoute } from "../project/registry/registry-edit.ts";
import type { RegistryRoute } from "../store/registry-store.ts";
import { changeRegistry } from "./change-registry.ts";
import { usageError } from "./cli-errors.ts";
import type { CommandArguments } from "./command.ts";
import type { Terminal } from "./terminal.ts";

/** `sopwith tools route`: which version of the tools of a name or pattern answers which share of the threads. */
export async function routeTools(
  project: Project,
  { args, terminal }: { readonly args: CommandArguments; readonly terminal: Terminal },
): Promise<number> {
  const [, match = "", ...targets] = args.words;
  if (args.has("clear") === targets.length > 0)
    throw usageError(
      targets.length > 0 ? "Both targets and --clear are given." : `It is not said where ${match} leads.`,
      `Write: npx sopwith tools route "${match}" @2=10 @1=90 (or --clear)`,
    );
  const route = args.has("clear") ? { match } : parseRoute(match, targets);
  const done = args.has("clear")
    ? `The route ${match} is gone; what the config says holds.`
    : `Set: ${describeRoute(route)}. Runs that have begun keep their versions.`;
  return changeRegistry(project, { kind: "route", ...route }, { args, terminal, done });
}

/**
 * A route as it is written on the command line: `@2=10 @1=90`, each with the tool's name before it where it is one tool;
 * or one other tool, which answers for names that are not registered.
 * @throws `USAGE` for targets that cannot be read
 */
function parseRoute(match: string, targets: readonly string[]): RegistryRoute {
  const weights: Record<string, number> = {};
  for (const target of targets) {
    const { name, version, weight = targets.length === 1 ? 100 : undefined } = parseTarget(target);
    if (name !== "" && name !== match) {
      if (targets.length === 1 && weight === 100)
        return { match, to: version === undefined ? name : `${name}@${version}` };
      throw usageError(
        `${target} is another tool than ${match}; only versions of the same tool share threads.`,
        `Write: npx sopwith tools route "${match}" @2=10 @1=90`,
      );
    }
    if (version === undefined || weight === undefined || weights[version] !== undefined)
      throw usageError(
        weights[version ?? ""] === undefined
          ? `${target} names no ${version === undefined ? "version" : "weight"}.`
          : `Version ${version} is given twice.`,
        "Write each version once, with its share in percent: @2=10 @1=90",
      );
    weights[version] = weight;
  }
  return { match, weights };
}

interface RouteTarget {
  readonly name: string;
  readonly version: string | undefined;
  readonly weight?: number;
}

function parseTarget(target: string): RouteTarget {
  const [, name = "", version, weight] = /^([^@=]*)(?:@([1-9]\d*))?(?:=(\d+(?:\.\d+)?))?$/.exec(target) ?? [];
  if (name === "" && version === undefined)
    throw usageError(
      `${JSON.stringify(target)} is no target of a route.`,
      "Write versions with their shares in percent: @2=10 @1=90",
    );
  return { name, version, ...(weight !== undefined && { weight: Number(weight) }) };
}
