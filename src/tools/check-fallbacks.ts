import type { Diagnostic } from "../base/errors.ts";
import { nearestNames } from "../base/names.ts";
import type { AnyTool } from "./tool.ts";
import { definitionFault, didYouMean } from "./tools-errors.ts";

/** What is wrong with the fallbacks of `tools`: names that are unknown, and circles, each told once. */
export function checkFallbacks(tools: readonly AnyTool[]): Diagnostic[] {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const faults = tools.flatMap((tool) =>
    tool.policy.fallback
      .filter((name) => !byName.has(name))
      .map((name) => unknownFault(tool.name, name, byName.keys())),
  );
  const done = new Set<string>();
  for (const tool of tools) findCircles({ tool, path: [], done, byName, faults });
  return faults;
}

function unknownFault(tool: string, fallback: string, known: Iterable<string>): Diagnostic {
  const nearest = nearestNames(fallback, known).filter((name) => name !== tool);
  return definitionFault(
    "TOOL_FALLBACK_UNKNOWN",
    `Tool "${tool}" names the fallback "${fallback}", which is not registered.${didYouMean(nearest)}`,
    "Correct the name, or register that tool in the same step.",
  );
}

interface Walk {
  readonly tool: AnyTool;
  readonly path: readonly string[];
  readonly done: Set<string>;
  readonly byName: ReadonlyMap<string, AnyTool>;
  readonly faults: Diagnostic[];
}

function findCircles({ tool, path, done, byName, faults }: Walk): void {
  const start = path.indexOf(tool.name);
  if (start !== -1) {
    const circle = [...path.slice(start), tool.name].join(" -> ");
    faults.push(
      definitionFault(
        "TOOL_FALLBACK_CIRCLE",
        `The fallbacks ${circle} lead back to where they start.`,
        "Remove one of them.",
      ),
    );
    return;
  }
  if (done.has(tool.name)) return;
  for (const name of tool.policy.fallback) {
    const next = byName.get(name);
    if (next) findCircles({ tool: next, path: [...path, tool.name], done, byName, faults });
  }
  done.add(tool.name);
}
