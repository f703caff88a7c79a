import type { Diagnostic } from "../base/errors.ts";
import { checkSopTools } from "./check-sop-tools.ts";
import { compileSafePattern } from "./safe-pattern.ts";
import { findDeadlocks } from "./find-deadlocks.ts";
import { findCycles } from "./find-cycles.ts";
import type { KnownTools } from "./known-tools.ts";
import { asksCall, hasTest, testsOf, type SopCondition } from "./sop-condition.ts";
import { findUnreachable } from "./find-unreachable.ts";
import * as faults from "./sop-diagnostics.ts";
import type { Locate, SopPlace } from "./sop-place.ts";
import type { Sop, SopStep } from "./sop.ts";

/** What an SOP is checked against. */
export interface SopCheckOptions {
  /** Path of the SKILL.md; without it diagnostics have no place. */
  readonly file?: string;
  /** Without them the names of tools and arguments are taken as they are. */
  readonly tools?: KnownTools;
}

/**
 * Finds what makes an SOP impossible to follow: repeated ids, unknown steps, circles, conditions over steps without a
 * tool, steps that contradict a ban or can never be reached, unknown tools and arguments. All faults at once, in order
 * of their lines.
 */
export function checkSop(sop: Sop, options: SopCheckOptions = {}): readonly Diagnostic[] {
  const { file } = options;
  const locate: Locate = ({ line, column }) => {
    if (file === undefined) return undefined;
    return { file, ...(line === undefined ? {} : { line }), ...(column === undefined ? {} : { column }) };
  };
  const tools = options.tools ? checkSopTools(sop, options.tools, locate) : [];
  return [
    ...checkIds(sop, locate),
    ...checkReferences(sop, locate),
    ...checkPatterns(sop, locate),
    ...checkCallTests(sop, locate),
    ...findCycles(sop).map((steps) => toCycle(steps, locate)),
    ...findUnreachable(sop, locate),
    ...findDeadlocks(sop, locate),
    ...tools,
  ].toSorted(byPlace);
}

function conditionsOf(step: SopStep): readonly SopCondition[] {
  return [step.after, step.when].filter((condition) => condition !== undefined);
}

function checkIds(sop: Sop, locate: Locate): Diagnostic[] {
  const first = new Map<string, SopStep>();
  return sop.steps.flatMap((step) => {
    const earlier = first.get(step.id);
    if (earlier) return [faults.stepRepeated(locate(step), step.id, earlier.line)];
    first.set(step.id, step);
    return [];
  });
}

interface Reference extends SopPlace {
  readonly id: string;
  /** True when the step needs a tool to answer. */
  readonly needsTool: boolean;
}

function checkReferences(sop: Sop, locate: Locate): Diagnostic[] {
  const byId = new Map(sop.steps.toReversed().map((step) => [step.id, step]));
  const known = [...new Set(sop.steps.map((step) => step.id))];
  const references = [
    ...sop.steps.flatMap((step) => [
      ...conditionsOf(step).flatMap((part) => namedIn(part, step)),
      ...boundIn(step),
      ...(step.times?.each === undefined ? [] : [{ id: step.times.each, needsTool: true, ...placeOf(step) }]),
    ]),
    ...(sop.never ?? []).flatMap((ban) => [...(ban.when ? namedIn(ban.when, ban) : []), ...boundIn(ban)]),
  ];
  return references.flatMap((reference) => {
    const step = byId.get(reference.id);
    if (!step) return [faults.stepUnknown(locate(reference), reference.id, known)];
    if (reference.needsTool && (step.tools.length === 0 || step.level === "must-not"))
      return [faults.stepWithoutTool(locate(reference), reference.id)];
    return [];
  });
}

function namedIn(condition: SopCondition, holder: SopPlace): Reference[] {
  return testsOf(condition).map((test) => {
    const needsTool = test.is !== "skipped";
    return { id: test.step, needsTool, ...(test.line === undefined ? placeOf(holder) : placeOf(test)) };
  });
}

function boundIn({ args }: Pick<SopStep, "args">): Reference[] {
  return (args ?? []).flatMap((argument) => {
    const id = argument.sameAs ?? argument.step;
    return id === undefined ? [] : [{ id, needsTool: true, ...placeOf(argument) }];
  });
}

function placeOf({ line, column }: SopPlace): SopPlace {
  return { ...(line === undefined ? {} : { line }), ...(column === undefined ? {} : { column }) };
}

/** Patterns of a block were compiled while it was read; an SOP made by hand is checked here. */
function checkPatterns(sop: Sop, locate: Locate): Diagnostic[] {
  const conditions = [...sop.steps.flatMap(conditionsOf), ...(sop.never ?? []).flatMap((ban) => ban.when ?? [])];
  return conditions.flatMap(testsOf).flatMap((test) => {
    if (!hasTest(test) || test.matches === undefined) return [];
    const pattern = compileSafePattern(test.matches);
    return "problem" in pattern
      ? [faults.predicateWrong(locate(test), `has a pattern that ${pattern.problem}`, patternFix)]
      : [];
  });
}

/** `same` and `fresh` compare a call with one before it, which only a step's `after` can ask for. */
function checkCallTests(sop: Sop, locate: Locate): Diagnostic[] {
  const elsewhere = [...sop.steps, ...(sop.never ?? [])].flatMap(({ when }) => (when ? testsOf(when) : []));
  const states = sop.steps.flatMap(({ after }) => (after ? testsOf(after) : [])).filter(({ is }) => is !== undefined);
  return [
    ...elsewhere.filter(asksCall).map((test) => {
      return faults.predicateWrong(
        locate(test),
        "compares calls, which only after can",
        "Move it to the step's after.",
      );
    }),
    ...states.filter(asksCall).map((test) => {
      const fix = "Leave `is` out: `same` and `fresh` ask for a call that was done.";
      return faults.predicateWrong(locate(test), "asks of one call what became of a step", fix);
    }),
  ];
}

function toCycle(steps: readonly SopStep[], locate: Locate): Diagnostic {
  return faults.stepCycle(
    locate(steps[0]!),
    [...steps, steps[0]!].map((step) => step.id),
  );
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  return (a.where?.line ?? 0) - (b.where?.line ?? 0) || (a.where?.column ?? 0) - (b.where?.column ?? 0);
}

const patternFix = "Write a regular expression without lookaround, back references and large repeats.";
