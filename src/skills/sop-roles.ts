import type { Sop, SopStep } from "./sop.ts";

/**
 * What a step is good for: `step` can be served by a call, `ban` forbids calls, `guidance` cannot be checked. A ban of
 * prose that hangs on a condition is guidance, and so is one of a tool that another step asks for: it limits that step
 * in words that only a reader understands.
 */
export type StepRole = "step" | "ban" | "guidance";

/** The role of every step, by index. */
export function stepRoles(sop: Sop): readonly StepRole[] {
  const asked = new Set(
    sop.steps.filter((step) => step.level !== "must-not").flatMap((step) => step.tools.map(plainTool)),
  );
  return sop.steps.map((step) => roleOf(step, asked));
}

/** A tool's name without its version: `weather/get_current@2` is `weather/get_current`. */
export function plainTool(name: string): string {
  const version = name.indexOf("@");
  return version === -1 ? name : name.slice(0, version);
}

/**
 * For each step the indexes of those that prose puts before it: unconditional MUST steps with a tool, in the order of
 * their numbers. A top-level number that does not grow begins another list, and lists are not ordered among each other.
 */
export function proseOrder(sop: Sop): readonly (readonly number[])[] {
  const before: number[] = [];
  let newest = 0;
  return sop.steps.map((step) => {
    if (sop.source !== "prose" || !step.ordered) return [];
    const number = topNumber(step.id);
    if (number !== undefined) {
      if (number <= newest) before.length = 0;
      newest = number;
    }
    if (step.level !== "must" || step.conditional || step.tools.length === 0) return [];
    before.push(step.index);
    return before.slice(0, -1);
  });
}

function roleOf(step: SopStep, asked: ReadonlySet<string>): StepRole {
  if (step.tools.length === 0) return "guidance";
  if (step.level !== "must-not") return "step";
  return step.conditional || step.tools.some((tool) => asked.has(plainTool(tool))) ? "guidance" : "ban";
}

/** The number of a step of the first level: 3 for `3` and `3#2`, none for `3.1`. */
function topNumber(id: string): number | undefined {
  const written = /^(\d+)(?:#\d+)?$/.exec(id)?.[1];
  return written === undefined ? undefined : Number(written);
}
