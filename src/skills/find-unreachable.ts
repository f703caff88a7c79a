import type { Diagnostic } from "../base/errors.ts";
import { canonicalJson, type JsonValue } from "../base/json.ts";
import { banCovers } from "./ban-covers.ts";
import type { Locate } from "./sop-place.ts";
import { asksCall, asksResult, hasTest, type SopCondition, type SopTest } from "./sop-condition.ts";
import type { SopBan } from "./sop-ban.ts";
import * as faults from "./sop-diagnostics.ts";
import { plainTool } from "./sop-roles.ts";
import type { Sop, SopStep } from "./sop.ts";

/**
 * Steps that no call can ever serve: a ban forbids all their tools, their conditions exclude each other, or they ask
 * what became of such a step.
 */
export function findUnreachable(sop: Sop, locate: Locate): Diagnostic[] {
  const byId = new Map(sop.steps.toReversed().map((step) => [step.id, step]));
  const reasons = new Map<string, string | undefined>();
  const diagnostics: Diagnostic[] = [];
  const whyDead = (id: string): string | undefined => {
    if (reasons.has(id)) return reasons.get(id);
    reasons.set(id, undefined);
    const step = byId.get(id);
    if (!step) return undefined;
    const ban = banOf(step, sop.never ?? []);
    if (ban) diagnostics.push(faults.stepForbidden(locate(step), id, ban));
    const conditions = [step.after, step.when].filter((condition) => condition !== undefined);
    const reason = conditions.length === 0 ? undefined : whyNever({ all: conditions }, whyDead);
    if (reason !== undefined) diagnostics.push(faults.stepUnreachable(locate(step), id, reason));
    const dead = ban ? `line ${ban.line} forbids ${ban.tool}` : reason;
    reasons.set(id, dead);
    return dead;
  };
  for (const step of sop.steps) if (step.level !== "must-not") whyDead(step.id);
  return diagnostics;
}

/** The ban that forbids everything that could serve the step. */
function banOf(step: SopStep, bans: readonly SopBan[]): SopBan | undefined {
  const found = step.tools.map((tool) => {
    return bans.find(
      (ban) => ban.when === undefined && plainTool(ban.tool) === plainTool(tool) && banCovers(ban, step),
    );
  });
  return found.length > 0 && found.every((ban) => ban !== undefined) ? found[0] : undefined;
}

type WhyDead = (id: string) => string | undefined;

/** Why a condition can never hold; `undefined` when it can, as far as this looks. */
function whyNever(condition: SopCondition, whyDead: WhyDead): string | undefined {
  if ("not" in condition) return undefined;
  if ("any" in condition) {
    const reasons = condition.any.map((part) => whyNever(part, whyDead));
    return reasons.every((reason) => reason !== undefined) ? (reasons[0] ?? "it asks for one of nothing") : undefined;
  }
  if ("all" in condition) {
    const parts = flatten(condition);
    const dead = parts.map((part) => whyNever(part, whyDead)).find((reason) => reason !== undefined);
    return dead ?? whyDenied(parts) ?? whyExclusive(parts.filter((part): part is SopTest => "step" in part));
  }
  const needsCall = asksResult(condition) || (condition.is !== undefined && condition.is !== "skipped");
  const dead = whyDead(condition.step);
  return needsCall && dead !== undefined ? `"${condition.step}" can never be done` : whyExclusive([condition]);
}

/** A part and its own negation. */
function whyDenied(parts: readonly SopCondition[]): string | undefined {
  const asked = new Set(parts.slice(0, maxCompared).map(sameKey));
  const denied = parts.slice(0, maxCompared).some((part) => "not" in part && asked.has(sameKey(part.not)));
  return denied ? "it asks for something and for its opposite" : undefined;
}

/** A condition without its places in the file. */
function sameKey(condition: SopCondition): string {
  return canonicalJson(condition)
    .replace(/"(?:line|column)":\d+,?/g, "")
    .replaceAll(",}", "}");
}

function flatten(condition: SopCondition): readonly SopCondition[] {
  return "all" in condition ? condition.all.flatMap(flatten) : [condition];
}

/** Compared pair by pair, so only so many: nobody writes more, and a hostile file must not take long. */
const maxCompared = 200;

function whyExclusive(all: readonly SopTest[]): string | undefined {
  const tests = all.filter(hasTest).slice(0, maxCompared);
  for (const [index, test] of tests.entries()) {
    for (const other of tests.slice(index)) {
      // Tests with same or fresh speak of calls of their own.
      if (test.step !== other.step || (test !== other && (asksCall(test) || asksCall(other)))) continue;
      const states = [test.is, other.is].filter((state) => state !== undefined);
      if (states.length === 2 && excludesState(states))
        return `"${test.step}" cannot be ${states.join(" and ")} at once`;
      const skipped = states.includes("skipped") && (asksResult(test) || asksResult(other));
      if (skipped) return `a skipped "${test.step}" has no result`;
      if (test.path === other.path && excludesValue(test, other))
        return `the result of "${test.step}" cannot be both at once`;
    }
  }
  return undefined;
}

/** An accepted failure or a degraded result is done as well. */
function excludesState([first, second]: readonly string[]): boolean {
  return first !== second && (first === "skipped" || second === "skipped" || (first !== "done" && second !== "done"));
}

function excludesValue(test: SopTest, other: SopTest): boolean {
  const both = [test, other];
  if (both.some(({ exists }) => exists === false) && both.some(asksValue)) return true;
  const values = both.flatMap(({ equals, in: list }) => [
    ...(equals === undefined ? [] : [[equals]]),
    ...(list ? [list] : []),
  ]);
  const left = values.reduce<readonly JsonValue[] | undefined>(
    (kept, list) => (kept ? kept.filter((value) => list.some((item) => isSame(item, value))) : list),
    undefined,
  );
  if (left?.length === 0) return true;
  const range = rangeOf(both);
  if (isEmpty(range)) return true;
  const bounded = range.least !== -Infinity || range.most !== Infinity;
  if (bounded && left?.every((value) => !isWithin(value, range))) return true;
  return isEmpty(
    rangeOf(
      both.map(({ length }) => (typeof length === "number" ? { atLeast: length, atMost: length } : (length ?? {}))),
    ),
  );
}

/** Asks for something that must be there. */
function asksValue({ exists, ...test }: SopTest): boolean {
  return exists === true || asksResult(test);
}

interface Range {
  readonly least: number;
  readonly most: number;
  /** True when one of the ends does not belong to it. */
  readonly open: boolean;
}

function rangeOf(tests: readonly Pick<SopTest, "above" | "atLeast" | "below" | "atMost">[]): Range {
  const least = Math.max(...tests.flatMap(({ above, atLeast }) => [above ?? -Infinity, atLeast ?? -Infinity]));
  const most = Math.min(...tests.flatMap(({ below, atMost }) => [below ?? Infinity, atMost ?? Infinity]));
  return { least, most, open: tests.some(({ above, below }) => above === least || below === most) };
}

function isEmpty({ least, most, open }: Range): boolean {
  return least > most || (least === most && open && Number.isFinite(least));
}

/** Texts and lists are in no range of numbers. Ends that may not belong count as within: this must never be too strict. */
function isWithin(value: JsonValue, { least, most }: Range): boolean {
  return typeof value === "number" && value >= least && value <= most;
}

function isSame(a: unknown, b: unknown): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
