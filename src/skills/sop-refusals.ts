import { previewJson } from "../base/json.ts";
import { joinNames } from "../base/names.ts";
import type { CompiledBan, CompiledSop, CompiledStep } from "./compile-sop.ts";
import { describeCondition, unmetTests } from "./describe-condition.ts";
import type { ArgumentFit } from "./fit-arguments.ts";
import { readPath } from "./json-path.ts";
import { testsOf } from "./sop-condition.ts";
import type { SopCall, SopState } from "./sop-state.ts";
import { plainTool } from "./sop-roles.ts";
import type { SopRefusal, SopRefusalReason } from "./sop-verdict.ts";

/** The step that a call could serve best, and what keeps it from it. */
export interface BlockedStep {
  readonly step: CompiledStep;
  readonly why: SopRefusalReason;
  readonly fit: ArgumentFit;
  readonly rank: number;
}

interface StepRefusalParts {
  readonly compiled: CompiledSop;
  readonly state: SopState;
  readonly blocked: BlockedStep;
  readonly call: SopCall;
}

/** The refusal of a call that a step would take at another time or with other arguments. */
export function refuseStep({ compiled, state, blocked, call }: StepRefusalParts): SopRefusal {
  const { step, why, fit } = blocked;
  const needs = neededSteps({ compiled, state, blocked, call });
  const name = `Step "${step.step.id}" (line ${step.step.line})`;
  const { reason, fix } = sentences({ compiled, step, why, fit, needs, name, call });
  const concerned = why === "times" ? [step.step.id] : needs;
  return {
    kind: "refused",
    code: "SOP_ORDER",
    why,
    step: step.step.id,
    line: step.step.line,
    reason,
    fix,
    needs,
    waitsFor: runningOf(compiled, state, concerned),
  };
}

interface BanRefusalParts {
  readonly compiled: CompiledSop;
  readonly state: SopState;
  readonly ban: CompiledBan;
  readonly why: "never" | "undecided";
}

/** The refusal of a call that is forbidden, or may turn out to be. */
export function refuseBan({ compiled, state, ban, why }: BanRefusalParts): SopRefusal {
  const tests =
    why === "undecided" && ban.when ? unmetTests(ban.when, { places: compiled.places, ledgers: state.steps }) : [];
  const needs = [...new Set(tests.map((test) => test.step))];
  const condition = ban.when ? ` when ${describeCondition(ban.when)}` : "";
  const rule = ban.text === undefined ? "" : ` "${previewJson(ban.text, 200)}"`;
  const place = { step: ban.step, line: ban.line };
  const parts = { kind: "refused", line: place.line, needs, waitsFor: runningOf(compiled, state, needs) } as const;
  const step = ban.step === undefined ? {} : { step: ban.step };
  const forbidden = `The procedure forbids ${ban.tool}${condition} (line ${ban.line}).${rule}`;
  if (why === "never") {
    return { ...parts, ...step, code: "SOP_NEVER", why, reason: forbidden, fix: "Go on without this call." };
  }
  const reason = `${forbidden} Whether that is so is not known yet.`;
  return { ...parts, ...step, code: "SOP_ORDER", why, reason, fix: firstDo(compiled, needs) };
}

interface SentenceParts {
  readonly compiled: CompiledSop;
  readonly step: CompiledStep;
  readonly why: SopRefusalReason;
  readonly fit: ArgumentFit;
  readonly needs: readonly string[];
  readonly name: string;
  readonly call: SopCall;
}

function sentences(parts: SentenceParts): { readonly reason: string; readonly fix: string } {
  const { compiled, step, why, fit, needs, name } = parts;
  if (why === "args" && fit.kind !== "fits") return argumentSentences(parts);
  if (why === "undecided" && fit.kind === "open") {
    const source = fit.argument.sameAs ?? fit.argument.step;
    return {
      reason: `${name} takes ${fit.argument.name} from step "${source}", which has no result yet.`,
      fix: firstDo(compiled, needs),
    };
  }
  const when = describeConditions(step);
  if (why === "after") {
    return { reason: `${name} comes later: first ${describeCondition(step.after!)}.`, fix: firstDo(compiled, needs) };
  }
  if (why === "undecided") {
    return { reason: `${name} hangs on what is not known yet: ${when}.`, fix: firstDo(compiled, needs) };
  }
  if (why === "times") return timesSentences(parts);
  return { reason: `${name} is not due: it asks that ${when}.`, fix: "Leave it out and go on with the other steps." };
}

function timesSentences({ step, name, call }: SentenceParts): { readonly reason: string; readonly fix: string } {
  const tool = plainTool(call.tool);
  const limit = step.atMost === 1 ? "once" : `${step.atMost} times`;
  const per = step.step.times?.per;
  if (per === undefined || step.per === undefined) {
    return { reason: `${name} may be done ${limit}, and was.`, fix: `Do not call ${tool} again.` };
  }
  const value = previewJson(readPath(call.input, step.per) ?? null, 80);
  return {
    reason: `${name} may be done ${limit} for each ${per}, and was for ${value}.`,
    fix: `Do not call ${tool} for it again.`,
  };
}

function argumentSentences({ step, fit, name }: SentenceParts): { readonly reason: string; readonly fix: string } {
  if (fit.kind === "fits") return { reason: name, fix: "" };
  const { argument } = fit;
  const seen = fit.seen === undefined ? "has none" : `has ${previewJson(JSON.stringify(fit.seen), 80)}`;
  const wanted = wantedValue(argument);
  return {
    reason: `${name} asks for ${argument.name} ${wanted}; the call ${seen}.`,
    fix: `Call ${step.step.tools[0]} with ${argument.name} ${wanted}.`,
  };
}

function wantedValue(argument: Exclude<ArgumentFit, { kind: "fits" }>["argument"]): string {
  if (argument.sameAs !== undefined) {
    return `as in the call of step "${argument.sameAs}"${argument.argument ? ` (${argument.argument})` : ""}`;
  }
  if (argument.step !== undefined) {
    return `as in the result of step "${argument.step}"${argument.path ? ` (${argument.path})` : ""}`;
  }
  if (argument.contains !== undefined) return `that contains ${previewJson(JSON.stringify(argument.contains), 80)}`;
  return previewJson(JSON.stringify(argument.equals), 80);
}

function describeConditions({ step }: CompiledStep): string {
  const tests = step.after && testsOf(step.after).some((test) => "is" in test || test.path !== undefined);
  const parts = [...(step.when ? [step.when] : []), ...(step.after && (tests || !step.when) ? [step.after] : [])];
  return parts.map(describeCondition).join(" and ");
}

function neededSteps({ state, blocked: { step, why, fit }, call }: StepRefusalParts): readonly string[] {
  if (why === "undecided" && fit.kind === "open") return [fit.argument.sameAs ?? fit.argument.step ?? ""];
  const condition = why === "after" ? step.after : why === "undecided" ? step.step.when : undefined;
  if (condition === undefined) return [];
  const judged = { input: call.input, running: state.running };
  return [
    ...new Set(
      unmetTests(condition, { places: step.places, ledgers: state.steps, call: judged }).map((test) => test.step),
    ),
  ];
}

function runningOf(compiled: CompiledSop, state: SopState, steps: readonly string[]): readonly string[] {
  const indexes = new Set(steps.map((id) => compiled.places.indexOf.get(id)));
  return state.running.filter((running) => indexes.has(running.step)).map((running) => running.callId);
}

function firstDo(compiled: CompiledSop, needs: readonly string[]): string {
  const steps = needs.map((id) => {
    const tool = compiled.steps[compiled.places.indexOf.get(id)!]!.step.tools[0];
    return tool === undefined ? `"${id}"` : `"${id}" (${tool})`;
  });
  return `First do ${steps.length === 1 ? "step" : "steps"} ${joinNames(steps)}, then call again.`;
}
