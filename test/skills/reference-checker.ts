import type { SopArgument } from "../../src/skills/sop-argument.ts";
import type { SopCondition, SopTest } from "../../src/skills/sop-condition.ts";
import type { SopCall, SopEvent } from "../../src/skills/sop-state.ts";
import type { Sop, SopStep } from "../../src/skills/sop.ts";
import { at, fitsValues, json, same } from "./reference-values.ts";

/**
 * The rules of an SOP a second time, as plainly as they can be said and without regard to speed: everything is worked
 * out anew from the whole history at every question. Shares nothing with the code it is compared with but the types.
 */
export interface Reference {
  /** `allowed step`, `repeat step`, `unrelated`, or `refused why step`. */
  verdict(call: SopCall): string;
  tell(event: SopEvent): void;
  /** `step status` for every step. */
  statuses(): readonly string[];
  missing(level: "must" | "should"): readonly string[];
  canSkip(step: string, mode: "guide" | "enforce"): boolean;
}

type Truth = "yes" | "no" | "unknown";

/** For whom a condition is asked. */
interface Asked {
  readonly contentWithTry?: readonly string[];
  readonly step?: SopStep;
  readonly call?: SopCall;
}

interface Served {
  readonly step: string;
  readonly good: boolean;
  readonly status: "ok" | "degraded" | "failed";
  readonly input: unknown;
  readonly output: unknown;
}

export function createReference(sop: Sop): Reference {
  const served: Served[] = [];
  const skipped = new Set<string>();
  const running = new Map<string, { readonly verdict: string; readonly input: unknown }>();
  const ended = new Set<string>();
  const broken: { step: string; ran: boolean }[] = [];

  const find = (id: string): SopStep => sop.steps.find((step) => step.id === id)!;
  const good = (id: string): Served[] => served.filter((call) => call.step === id && call.good);
  const tried = (id: string): Served[] => served.filter((call) => call.step === id);
  const least = ({ times }: SopStep): number => {
    if (times?.each === undefined) return times?.atLeast ?? 1;
    const values = good(times.each).map((call) => at(call.input, times.per));
    return Math.max(
      1,
      new Set(values.filter((value) => value !== undefined).map((value) => JSON.stringify(value))).size,
    );
  };
  const isDone = (id: string): boolean => enough(find(id), good(id)) >= least(find(id));
  /** Calls, or with `per` their different values. */
  const enough = (step: SopStep, calls: readonly { readonly input: unknown }[]): number =>
    step.times?.per === undefined
      ? calls.length
      : new Set(calls.map((call) => json(call.input, step.times!.per!))).size;
  const kind = (step: SopStep): "step" | "ban" | "guidance" => {
    if (step.tools.length === 0) return "guidance";
    if (step.level !== "must-not") return "step";
    if (step.conditional) return "guidance";
    const elsewhere = sop.steps.some(
      (other) => other.level !== "must-not" && other.tools.some((tool) => step.tools.includes(tool)),
    );
    return elsewhere ? "guidance" : "ban";
  };

  function after(step: SopStep): SopCondition[] {
    if (step.after) return [step.after];
    if (sop.source !== "prose" || !binds(step)) return [];
    const ordered = sop.steps.filter((other) => other.ordered);
    let list = 0;
    let last = 0;
    const listOf = new Map<string, number>();
    for (const other of ordered) {
      const number = /^\d+(#\d+)?$/.test(other.id) ? Number.parseInt(other.id, 10) : undefined;
      if (number !== undefined && number <= last) list += 1;
      if (number !== undefined) last = number;
      listOf.set(other.id, list);
    }
    return ordered
      .filter((other) => other.index < step.index && binds(other) && listOf.get(other.id) === listOf.get(step.id))
      .map((other) => ({ step: other.id }));
  }

  function binds(step: SopStep): boolean {
    return step.ordered && step.level === "must" && !step.conditional && step.tools.length > 0;
  }

  function both(truths: Truth[]): Truth {
    if (truths.includes("no")) return "no";
    return truths.includes("unknown") ? "unknown" : "yes";
  }

  function holds(condition: SopCondition, asked: Asked = {}): Truth {
    if ("all" in condition) return both(condition.all.map((part) => holds(part, asked)));
    if ("any" in condition) {
      const truths = condition.any.map((part) => holds(part, asked));
      if (truths.includes("yes")) return "yes";
      return truths.includes("unknown") ? "unknown" : "no";
    }
    if ("not" in condition) {
      const truth = holds(condition.not, asked);
      return truth === "unknown" ? "unknown" : truth === "yes" ? "no" : "yes";
    }
    return holdsTest(condition, asked);
  }

  function holdsTest(test: SopTest, { contentWithTry = [], step: own, call }: Asked): Truth {
    const { step: id, path, is, same: names, fresh, line: _line, column: _column, ...values } = test;
    if ((names || fresh) && call) {
      const alike = (input: unknown): boolean =>
        (names ?? []).every((name) => same(at(input, name), at(call.input, name)));
      const busy = busyWith(own!).some(({ input }) => alike(input));
      const last = served.findLastIndex((other) => other.step === own!.id && other.good && alike(other.input));
      const found = served.findLast(
        (other, index) => other.step === id && other.good && alike(other.input) && !(fresh && (busy || index < last)),
      );
      if (!found) return "unknown";
      return Object.keys(values).length === 0 || fitsValues(at(found.output, path), values) ? "yes" : "no";
    }
    const truths: Truth[] = [];
    if (is !== undefined) truths.push(stateOf(id, is));
    if (Object.keys(values).length > 0) {
      const newest = good(id).at(-1);
      truths.push(newest === undefined ? "unknown" : fitsValues(at(newest.output, path), values) ? "yes" : "no");
    }
    if (truths.length > 0) return both(truths);
    const accounted = isDone(id) || skipped.has(id) || notDue(find(id));
    return accounted || (contentWithTry.includes(id) && tried(id).length > 0) ? "yes" : "unknown";
  }

  function stateOf(id: string, is: string): Truth {
    const last = tried(id).at(-1);
    if (is === "skipped") {
      if (isDone(id)) return "no";
      if (skipped.has(id)) return "yes";
      return notDue(find(id)) || last ? "no" : "unknown";
    }
    if (isDone(id)) return is === "done" || good(id).at(-1)!.status === is ? "yes" : "no";
    if (last && !last.good) return is === last.status ? "yes" : "no";
    return skipped.has(id) || notDue(find(id)) ? "no" : "unknown";
  }

  function notDue(step: SopStep): boolean {
    return whenOf(step) === "no" || afterOf(step) === "no";
  }
  function whenOf(step: SopStep): Truth {
    return step.when ? holds(step.when) : "yes";
  }
  function afterOf(step: SopStep, call?: SopCall): Truth {
    const asked = step.when ? leaves(step.when).filter((test) => test.is !== undefined) : [];
    return both(
      after(step).map((condition) =>
        holds(condition, { contentWithTry: asked.map((test) => test.step), step, ...(call && { call }) }),
      ),
    );
  }

  function fit(args: readonly SopArgument[] | undefined, input: unknown): "fits" | "other" | "open" | "differs" {
    const wanted = args ?? [];
    const isValue = ({ equals, contains }: SopArgument): boolean => equals !== undefined || contains !== undefined;
    for (const { name, line: _line, ...values } of wanted.filter(isValue))
      if (!fitsValues(at(input, name), values)) return "other";
    for (const argument of wanted.filter((other) => !isValue(other))) {
      const calls = good(argument.sameAs ?? argument.step!);
      if (calls.length === 0) return "open";
      const seen = at(input, argument.name);
      const others = calls.map((call) =>
        argument.sameAs ? at(call.input, argument.argument ?? argument.name) : at(call.output, argument.path),
      );
      if (seen === undefined || !others.some((other) => same(other, seen))) return "differs";
    }
    return "fits";
  }

  function verdict(call: SopCall): string {
    for (const ban of sop.never ?? []) {
      if (ban.tool !== call.tool || fit(ban.args, call.input) !== "fits") continue;
      const truth = ban.when ? holds(ban.when) : "yes";
      if (truth !== "no") return truth === "yes" ? "refused never" : "refused undecided";
    }
    for (const step of sop.steps)
      if (kind(step) === "ban" && step.tools.includes(call.tool)) return `refused never ${step.id}`;
    const candidates = sop.steps.filter((step) => kind(step) === "step" && step.tools.includes(call.tool));
    if (candidates.length === 0) return "unrelated";
    const judged = candidates.map((step) => ({ step, why: whyNot(step, call) }));
    const free = judged.filter(({ why }) => why === "").map(({ step }) => step);
    const open = free.find((step) => !skipped.has(step.id) && takenBy(step) < least(step));
    if (open) return `allowed ${open.id}`;
    if (free[0]) return `repeat ${free[0].id}`;
    const order = ["after", "undecided", "args", "not-due", "times", "other"];
    const first = order.flatMap((why) => judged.find((entry) => entry.why === why) ?? [])[0]!;
    return `refused ${first.why === "other" ? "args" : first.why} ${first.step.id}`;
  }

  function takenBy(step: SopStep): number {
    return enough(step, [...good(step.id), ...busyWith(step)]);
  }

  function busyWith(step: SopStep): { readonly input: unknown }[] {
    return [...running.values()].filter(
      ({ verdict: text }) => text.split(" ")[1] === step.id && !text.startsWith("refused"),
    );
  }

  function alikeBy(step: SopStep, { input }: SopCall): number {
    const { per } = step.times ?? {};
    const all = [...good(step.id), ...busyWith(step)];
    return per === undefined ? all.length : all.filter((other) => json(other.input, per) === json(input, per)).length;
  }

  function whyNot(step: SopStep, call: SopCall): string {
    const { each, per } = step.times ?? {};
    const binding = each === undefined ? [] : [{ name: per!, sameAs: each, line: 0 }];
    const found = fit([...(step.args ?? []), ...binding], call.input);
    if (found === "other") return "other";
    if (alikeBy(step, call) >= (step.times?.atMost ?? Infinity)) return "times";
    if (afterOf(step, call) === "no" || whenOf(step) === "no") return "not-due";
    if (afterOf(step, call) === "unknown") return "after";
    if (whenOf(step) === "unknown" || found === "open") return "undecided";
    return found === "differs" ? "args" : "";
  }

  function tell(event: SopEvent): void {
    if (event.type === "skip") {
      if (sop.steps.some((step) => step.id === event.step)) skipped.add(event.step);
      return;
    }
    if (ended.has(event.callId)) return;
    if (event.type === "start") {
      if (!running.has(event.callId)) running.set(event.callId, { verdict: verdict(event), input: event.input });
      return;
    }
    const judged = running.get(event.callId)?.verdict ?? verdict(event);
    running.delete(event.callId);
    if (event.status === "needs_confirmation") return;
    ended.add(event.callId);
    const ran = event.status !== "denied" && event.status !== "invalid";
    const [outcome, second, third] = judged.split(" ");
    if (outcome === "refused") broken.push({ step: third ?? "", ran });
    if ((outcome !== "allowed" && outcome !== "repeat") || !ran) return;
    const step = find(second!);
    const plain = event.status === "ok" || event.status === "degraded" ? event.status : "failed";
    const proven = (step.evidence ?? []).every((path) => at(event.output, path) !== undefined);
    const result = plain !== "failed" && !proven ? "failed" : plain;
    const isGood = (plain === "failed" || proven) && (result === "ok" || (step.accept ?? []).includes(result));
    served.push({ step: step.id, good: isGood, status: result, input: event.input, output: event.output });
  }

  function status(step: SopStep): string {
    if (kind(step) === "guidance") return skipped.has(step.id) ? "skipped" : "not-checkable";
    const wrong = broken.some((violation) => violation.ran && violation.step === step.id);
    if (kind(step) === "ban") return wrong ? "forbidden" : "kept";
    if (isDone(step.id)) return good(step.id).at(-1)!.status === "ok" ? "done" : good(step.id).at(-1)!.status;
    const isDue = !notDue(step) && whenOf(step) === "yes";
    if (skipped.has(step.id) && !(isDue && step.when)) return "skipped";
    if (wrong) return "out-of-order";
    if (notDue(step)) return "not-due";
    const last = tried(step.id).at(-1);
    if (last && !last.good) return last.status === "degraded" ? "degraded" : "failed";
    if (last) return "missing";
    if (whenOf(step) === "unknown") return "not-due";
    return step.level === "may" ? "not-taken" : "missing";
  }

  function missing(level: "must" | "should"): string[] {
    return sop.steps
      .filter((step) => step.level === "must" || (level === "should" && step.level === "should"))
      .filter((step) => kind(step) === "step" && !isDone(step.id) && status(step) !== "skipped")
      .filter((step) => !notDue(step) && whenOf(step) === "yes")
      .map((step) => step.id);
  }

  function canSkip(id: string, mode: "guide" | "enforce"): boolean {
    const step = find(id);
    if (step.level === "must-not" || isDone(id)) return false;
    if (step.when && whenOf(step) !== "no") return false;
    const unconditional = step.level === "must" && !step.conditional && !step.when && kind(step) === "step";
    return mode === "guide" || !unconditional;
  }

  const statuses = (): string[] => sop.steps.map((step) => `${step.id} ${status(step)}`);
  return { verdict, tell, statuses, missing, canSkip };
}

function leaves(condition: SopCondition): SopTest[] {
  if ("all" in condition) return condition.all.flatMap(leaves);
  if ("any" in condition) return condition.any.flatMap(leaves);
  return "not" in condition ? leaves(condition.not) : [condition];
}
