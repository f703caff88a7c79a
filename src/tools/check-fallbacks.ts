import type { Diagnostic } from "../base/errors.ts";
import { nearestNames } from "../base/names.ts";
import { findContractGap } from "./contract-gap.ts";
import type { AnyTool } from "./tool.ts";
import { definitionFault, didYouMean } from "./tools-errors.ts";

/** What is wrong with the fallbacks of `tools`: names that are unknown, and circles, each told once. */
export function checkFallbacks(tools: readonly AnyTool[]): Diagnostic[] {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const faults = tools.flatMap((tool) =>
    fallbackNames(tool)
      .filter((name) => !byName.has(name))
      .map((name) => unknownFault(tool.name, name, byName.keys())),
  );
  const done = new Set<string>();
  for (const tool of tools) findCircles({ tool, path: [], done, byName, faults });
  for (const tool of tools) faults.push(...unprovenFaults(tool, tools));
  return faults;
}

/** The names of a tool's fallbacks, in order. */
export function fallbackNames(tool: AnyTool): string[] {
  return tool.policy.fallback.map((step) => (typeof step === "string" ? step : step.tool));
}

/** Every version of a fallback may be the one that answers. */
function unprovenFaults(tool: AnyTool, tools: readonly AnyTool[]): Diagnostic[] {
  return tool.policy.fallback.flatMap((step) => {
    if (typeof step !== "string" && (step.map !== undefined || step.unproven === true)) return [];
    const name = typeof step === "string" ? step : step.tool;
    return tools.filter((other) => other.name === name).flatMap((fallback) => incompatible(tool, fallback));
  });
}

function incompatible(tool: AnyTool, fallback: AnyTool): Diagnostic[] {
  const gap = findContractGap(tool, fallback);
  if (gap === undefined) return [];
  return [
    definitionFault(
      "TOOL_FALLBACK_INCOMPATIBLE",
      `The fallback "${fallback.name}" of "${tool.name}" may refuse what "${tool.name}" accepts: ${gap}.`,
      "Give both one schema, add `map` to the step, or accept the risk with `unproven: true`.",
    ),
  ];
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
  for (const name of fallbackNames(tool)) {
    const next = byName.get(name);
    if (next) findCircles({ tool: next, path: [...path, tool.name], done, byName, faults });
  }
  done.add(tool.name);
}
