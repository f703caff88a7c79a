import type { Diagnostic } from "../base/errors.ts";
import { stepsBefore } from "./find-cycles.ts";
import * as faults from "./sop-diagnostics.ts";
import type { Locate } from "./sop-place.ts";
import { plainTool, proseOrder, stepRoles } from "./sop-roles.ts";
import type { Sop, SopStep } from "./sop.ts";

/**
 * Tells where the `sop` block of a skill and its prose differ, as warnings: tools that only one of them asks for or
 * forbids, levels that differ, and an order that is the other way round. What a block cannot say, or prose leaves open,
 * is no difference.
 */
export function compareSop(block: Sop, prose: Sop, file: string): readonly Diagnostic[] {
  const locate: Locate = ({ line, column }) => {
    return { file, ...(line === undefined ? {} : { line }), ...(column === undefined ? {} : { column }) };
  };
  if (prose.steps.length === 0) return [];
  const sides = { block: readTools(block), prose: readTools(prose), locate };
  return [...missingInBlock(sides), ...missingInProse(sides), ...levels(sides), ...order(block, prose, locate)];
}

interface Sides {
  readonly block: ToolUse;
  readonly prose: ToolUse;
  readonly locate: Locate;
}

/** What a procedure says of each tool. */
interface ToolUse {
  readonly asked: ReadonlyMap<string, readonly SopStep[]>;
  readonly forbidden: ReadonlyMap<string, { readonly line: number; readonly column?: number }>;
}

function readTools(sop: Sop): ToolUse {
  const roles = stepRoles(sop);
  const asked = new Map<string, SopStep[]>();
  const forbidden = new Map<string, { readonly line: number; readonly column?: number }>();
  for (const [index, step] of sop.steps.entries()) {
    for (const tool of step.tools.map(plainTool)) {
      if (roles[index] === "ban") forbidden.set(tool, step);
      if (roles[index] === "step") asked.set(tool, [...(asked.get(tool) ?? []), step]);
    }
  }
  for (const ban of sop.never ?? []) forbidden.set(plainTool(ban.tool), ban);
  return { asked, forbidden };
}

function missingInBlock({ block, prose, locate }: Sides): Diagnostic[] {
  const steps = [...prose.asked].flatMap(([tool, [first]]) => {
    if (block.asked.has(tool) || first === undefined || first.level === "may") return [];
    const banned = block.forbidden.has(tool);
    const words = banned ? "which the block forbids" : "which no step of the block has";
    return [faults.proseDiffers(locate(first), `The text asks for ${tool}, ${words}.`)];
  });
  const bans = [...prose.forbidden].flatMap(([tool, place]) => {
    if (block.forbidden.has(tool)) return [];
    const words = block.asked.has(tool) ? "the block asks for it" : "the block does not";
    return [faults.proseDiffers(locate(place), `The text forbids ${tool}; ${words}.`)];
  });
  return [...steps, ...bans];
}

function missingInProse({ block, prose, locate }: Sides): Diagnostic[] {
  const steps = [...block.asked].flatMap(([tool, [first]]) => {
    if (prose.asked.has(tool) || prose.forbidden.has(tool) || first === undefined) return [];
    return [
      faults.proseDiffers(
        locate(first),
        `The block's step "${first.id}" asks for ${tool}, which the text never names.`,
      ),
    ];
  });
  const bans = [...block.forbidden].flatMap(([tool, place]) => {
    if (prose.forbidden.has(tool) || prose.asked.has(tool)) return [];
    return [faults.proseDiffers(locate(place), `The block forbids ${tool}, which the text never names.`)];
  });
  return [...steps, ...bans];
}

/** Only where the tool stands once on both sides is it certain which steps belong together. */
function levels({ block, prose, locate }: Sides): Diagnostic[] {
  return [...block.asked].flatMap(([tool, [step, ...more]]) => {
    const [other, ...others] = prose.asked.get(tool) ?? [];
    if (!step || !other || more.length + others.length > 0 || step.level === other.level) return [];
    // A condition that no result decides cannot be said in a block; MAY is then as much as it can ask.
    if (other.conditional && step.level === "may") return [];
    return [
      faults.proseDiffers(
        locate(step),
        `The block says ${wordOf(step)} of step "${step.id}" (${tool}); line ${other.line} says ${wordOf(other)}.`,
      ),
    ];
  });
}

function order(block: Sop, prose: Sop, locate: Locate): Diagnostic[] {
  const byTool = new Map(block.steps.flatMap((step) => step.tools.map((tool) => [plainTool(tool), step] as const)));
  const byId = new Map(block.steps.map((step) => [step.id, step]));
  const counterpart = (step: SopStep | undefined): SopStep | undefined => byTool.get(plainTool(step?.tools[0] ?? ""));
  return proseOrder(prose).flatMap((before, index) => {
    const later = counterpart(prose.steps[index]);
    const previous = prose.steps[before.at(-1) ?? -1];
    const earlier = counterpart(previous);
    if (!later || !earlier || later === earlier || !waitsFor(earlier, later.id, byId)) return [];
    const words = `the text puts it first, on line ${previous!.line}`;
    return [faults.proseDiffers(locate(earlier), `Step "${earlier.id}" waits for "${later.id}"; ${words}.`)];
  });
}

function waitsFor(step: SopStep, id: string, byId: ReadonlyMap<string, SopStep>): boolean {
  const seen = new Set<string>();
  const open = [...stepsBefore(step)];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === id) return true;
    const found = seen.has(next) ? undefined : byId.get(next);
    seen.add(next);
    if (found) open.push(...stepsBefore(found));
  }
  return false;
}

function wordOf({ level }: SopStep): string {
  return level.replace("-", " ").toUpperCase();
}
