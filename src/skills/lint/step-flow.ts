import type { SopStep } from "../sop.ts";

/** What a walk through the numbered steps found. */
export interface StepFlow {
  /** Steps that no way leads to, and the step that always leaves before them. */
  readonly unreached: readonly { readonly step: SopStep; readonly because: SopStep }[];
  /** References to steps that are not there. */
  readonly missing: readonly { readonly step: SopStep; readonly target: string; readonly written: string }[];
}

/**
 * Walks the numbered steps of a procedure in prose. A step leads to the next one and to every step it names as a goal; one
 * that ends the work, or goes elsewhere, in a sentence without a condition does not lead to the next. Procedures of
 * several lists are not walked: "step 2" could be any of them; nor are those of more than 500 steps.
 */
export function unreachableSteps(steps: readonly SopStep[]): StepFlow {
  const main = steps.filter((step) => step.ordered && step.level !== "must-not" && /^\d+$/.test(step.id));
  const isWalked = main.length > 1 && main.length <= maxSteps && !steps.some((step) => step.id.includes("#"));
  if (!isWalked) return { unreached: [], missing: [] };
  const parents = new Set(steps.flatMap((step) => (step.id.includes(".") ? [step.id.split(".", 1)[0]!] : [])));
  const ways = main.map((step) => readWays(step, parents));
  const reached = walk(main, ways);
  const known = new Set(steps.map((step) => step.id));
  const missing = main.flatMap((step, index) => {
    const unknown = ways[index]!.targets.filter((target) => !known.has(target));
    return unknown.map((target) => ({ step, target, written: target }));
  });
  let because: SopStep | undefined;
  const unreached = main.flatMap((step, index) => {
    if (!reached.has(step.id)) return because ? [{ step, because }] : [];
    if (ways[index]!.leaves) because = step;
    return [];
  });
  return { unreached, missing };
}

/** Ids of the steps that some way from the first one leads to. */
function walk(main: readonly SopStep[], ways: readonly StepWays[]): ReadonlySet<string> {
  const indexOf = new Map(main.map((step, index) => [step.id, index]));
  const reached = new Set<string>();
  const waiting = [0];
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    const step = main[index];
    if (!step || reached.has(step.id)) continue;
    reached.add(step.id);
    for (const target of ways[index]!.targets) waiting.push(indexOf.get(target) ?? main.length);
    if (!ways[index]!.leaves) waiting.push(index + 1);
  }
  return reached;
}

interface StepWays {
  /** Steps it may go to. */
  readonly targets: readonly string[];
  /** True when it never goes on to the next step. */
  readonly leaves: boolean;
}

function readWays(step: SopStep, parents: ReadonlySet<string>): StepWays {
  const targets = Array.from(step.text.matchAll(jump), (match) => match[1] ?? match[2] ?? "");
  const leaves = !step.conditional && !parents.has(step.id) && sentences(step.text).some(leavesAlways);
  return { targets, leaves };
}

function sentences(text: string): string[] {
  return text.split(/(?<=[.!?;])\s+|(?<=[。！？；])/).map((sentence) => sentence.trim());
}

/** A sentence that is nothing but an end or a jump; a condition anywhere in it makes it something else. */
function leavesAlways(sentence: string): boolean {
  return ends.test(sentence) || finishes.test(sentence) || goes.test(sentence);
}

/** Nobody writes, and no model follows, a procedure of more steps. */
const maxSteps = 500;
const jump =
  /\b(?:go|jump|skip|return|continue|proceed|move)(?:\s+(?:back|ahead|on|straight|directly))?\s+(?:to|with|at)\s+step\s+(\d+)\b|(?:跳到|转到|跳转到|回到|返回|进入)第?\s*(?:步骤)?\s*(\d+)/gi;
const lead = String.raw`(?:(?:then|now|finally|here|at this point),?\s+|you\s+\*{0,2}(?:must|should|may)\*{0,2}\s+|\*{0,2}must\*{0,2}\s+|必须|应当|然后|最后)*`;
const ends = new RegExp(
  String.raw`^${lead}(?:(?:stop|end|quit)(?:\s+(?:here|now|there|the\s+(?:procedure|run|work|workflow|task|process|conversation)))?|结束(?:本?流程|任务|处理)?|停止(?:处理)?|到此为止|终止(?:流程|任务)?)[.!。！]?$`,
  "i",
);
const finishes = new RegExp(
  String.raw`^${lead}(?:call|use|finish\s+(?:with|by\s+calling)|end\s+with|调用|用)\s*${"`"}node/finish${"`"}[^,，;；]*$`,
  "i",
);
const goes = new RegExp(
  String.raw`^${lead}(?:go|jump|skip|return|move)(?:\s+(?:back|ahead|on|straight|directly))?\s+to\s+step\s+\d+[.!]?$|^${lead}(?:跳到|转到|跳转到|回到|返回)第?\s*(?:步骤)?\s*\d+\s*步?[。！]?$`,
  "i",
);
