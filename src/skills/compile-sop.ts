import { compileArguments, type FitArguments } from "./fit-arguments.ts";
import { compileLeast, type CountNeeded } from "./count-needed.ts";
import { compileCondition, type ConditionPlaces, type Evaluate } from "./evaluate-condition.ts";
import { parsePath } from "./json-path.ts";
import type { SopArgument } from "./sop-argument.ts";
import { hasTest, testsOf, type SopCondition } from "./sop-condition.ts";
import type { Sop, SopStep } from "./sop.ts";
import { plainTool, proseOrder, stepRoles, type StepRole } from "./sop-roles.ts";
import type { SopAllowed } from "./sop-verdict.ts";

/** An SOP, prepared so that judging a call costs little. */
export interface CompiledSop {
  readonly sop: Sop;
  readonly places: ConditionPlaces;
  readonly steps: readonly CompiledStep[];
  readonly bans: readonly CompiledBan[];
  /** By plain name of a tool, in file order. */
  readonly stepsOfTool: ReadonlyMap<string, readonly CompiledStep[]>;
  readonly bansOfTool: ReadonlyMap<string, readonly CompiledBan[]>;
  /** Steps whose condition can become false, each behind those it asks about. */
  readonly dueOrder: readonly CompiledStep[];
}

/** A step with its conditions as functions. */
export interface CompiledStep {
  readonly step: SopStep;
  readonly role: StepRole;
  /** `after` as written, or the order of prose. */
  readonly after?: SopCondition;
  readonly isAfter: Evaluate;
  readonly isWhen: Evaluate;
  /** How many calls make it done, as things stand. */
  readonly least: CountNeeded;
  readonly atMost: number;
  /** The argument that the calls are counted by. */
  readonly per?: readonly string[];
  /** Where its conditions find the steps they ask about. */
  readonly places: ConditionPlaces;
  readonly fit?: FitArguments;
  readonly evidence: readonly (readonly string[])[];
  /** The verdicts of an allowed call, made once. */
  readonly served: SopAllowed;
  readonly repeated: SopAllowed;
}

/** A ban with its condition as a function. */
export interface CompiledBan {
  readonly tool: string;
  readonly step?: string;
  readonly text?: string;
  readonly line: number;
  readonly when?: SopCondition;
  readonly isWhen: Evaluate;
  readonly fit?: FitArguments;
}

/** Compiles an SOP that has no faults. */
export function compileSop(sop: Sop): CompiledSop {
  const indexOf = new Map(sop.steps.map((step, index) => [step.id, index]));
  const places = { indexOf, least: sop.steps.map((step) => compileLeast(step, indexOf)) };
  const roles = stepRoles(sop);
  const order = proseOrder(sop);
  const steps = sop.steps.map((step, index) => {
    const before = order[index]!.map((earlier) => ({ step: sop.steps[earlier]!.id }));
    return compileStep({ step, role: roles[index]!, before }, places);
  });
  const bans = [...(sop.never ?? []).map((ban) => compileBan(ban, places)), ...steps.flatMap(proseBans)];
  const stepsOfTool = new Map<string, CompiledStep[]>();
  for (const compiled of steps) {
    if (compiled.role !== "step") continue;
    for (const tool of new Set(compiled.step.tools.map(plainTool))) addTo(stepsOfTool, tool, compiled);
  }
  const bansOfTool = new Map<string, CompiledBan[]>();
  for (const ban of bans) addTo(bansOfTool, ban.tool, ban);
  return { sop, places, steps, bans, stepsOfTool, bansOfTool, dueOrder: dueOrder(steps, places.indexOf) };
}

interface StepParts {
  readonly step: SopStep;
  readonly role: StepRole;
  readonly before: readonly SopCondition[];
}

function compileStep({ step, role, before }: StepParts, places: ConditionPlaces): CompiledStep {
  const after = step.after ?? (before.length > 0 ? { all: before } : undefined);
  const asked = step.when ? testsOf(step.when).filter((test) => test.is !== undefined) : [];
  const own = { ...places, own: step.index, tried: new Set(asked.map((test) => test.step)) };
  const args = [...(step.args ?? []), ...eachBinding(step)];
  const verdict = { kind: "allowed", step: step.id, index: step.index, line: step.line } as const;
  return {
    step,
    role,
    ...(after ? { after } : {}),
    isAfter: after ? compileCondition(after, own) : always,
    isWhen: step.when ? compileCondition(step.when, places) : always,
    least: places.least[step.index]!,
    atMost: step.times?.atMost ?? Infinity,
    ...(step.times?.per === undefined ? {} : { per: parsePath(step.times.per) }),
    places: own,
    ...(args.length > 0 ? { fit: compileArguments(args, places.indexOf) } : {}),
    evidence: (step.evidence ?? []).map(parsePath),
    served: { ...verdict, repeat: false },
    repeated: { ...verdict, repeat: true },
  };
}

/** A step for each value of another step takes those values only. */
function eachBinding({ times, line }: SopStep): readonly SopArgument[] {
  return times?.each === undefined || times.per === undefined ? [] : [{ name: times.per, sameAs: times.each, line }];
}

function compileBan(ban: NonNullable<Sop["never"]>[number], places: ConditionPlaces): CompiledBan {
  return {
    tool: plainTool(ban.tool),
    line: ban.line,
    ...(ban.when ? { when: ban.when } : {}),
    isWhen: ban.when ? compileCondition(ban.when, places) : always,
    ...(ban.args && ban.args.length > 0 ? { fit: compileArguments(ban.args, places.indexOf) } : {}),
  };
}

function proseBans({ step, role }: CompiledStep): CompiledBan[] {
  if (role !== "ban") return [];
  const { id, text, line } = step;
  return step.tools.map((tool) => ({ tool: plainTool(tool), step: id, text, line, isWhen: always }));
}

/** Only a test can make a condition false, so steps without one are always due. */
function dueOrder(steps: readonly CompiledStep[], indexOf: ReadonlyMap<string, number>): CompiledStep[] {
  const ordered: CompiledStep[] = [];
  const seen = new Set<CompiledStep>();
  const visit = (compiled: CompiledStep): void => {
    if (seen.has(compiled)) return;
    seen.add(compiled);
    for (const condition of [compiled.step.after, compiled.step.when]) {
      for (const test of condition ? testsOf(condition) : []) visit(steps[indexOf.get(test.step)!]!);
    }
    if (canBecomeFalse(compiled.step)) ordered.push(compiled);
  };
  steps.forEach(visit);
  return ordered;
}

function canBecomeFalse(step: SopStep): boolean {
  return step.when !== undefined || (step.after !== undefined && testsOf(step.after).some(hasTest));
}

function addTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

const always: Evaluate = () => true;
