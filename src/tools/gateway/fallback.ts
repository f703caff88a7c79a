import type { JsonValue } from "../../base/json.ts";
import type { CallScope, ToolRequest } from "../call-scope.ts";
import { toFailure } from "../failure.ts";
import type { ToolOutcome } from "../tool-outcome.ts";
import type { FallbackStep } from "../tool.ts";
import { editedCall, mayBeEdited } from "./edited-call.ts";
import { hashInput } from "./hash-input.ts";
import { reasons } from "./reasons.ts";
import type { EditedInput, Next, ToolCall } from "./stage.ts";

/**
 * A call, and after a failure that is certain to have changed nothing the tools its policy names, in order, each
 * through the whole corridor under an identity of its own.
 */
export function withFallback(
  corridor: Next,
  now: () => number,
): (request: ToolRequest, scope: CallScope) => Promise<ToolOutcome> {
  return (request, scope) => {
    const call = createCall({ request, scope, now });
    const ended = walk(corridor, call);
    if (!mayBeEdited(call)) return fallBack(corridor, call, ended);
    return ended.then((outcome) => {
      if (call.edited === undefined) return fallBack(corridor, call, Promise.resolve(outcome));
      const again = withEdits(call, call.edited);
      return fallBack(corridor, again, walk(corridor, again));
    });
  };
}

/** The call with the arguments that a person gave in place of its own. */
function withEdits(call: ToolCall, edited: EditedInput): ToolCall {
  const { fallbackOf, insteadOf, now, scope } = call;
  const again = createCall({
    ...editedCall(call, edited),
    now,
    ...(fallbackOf !== undefined && { fallbackOf }),
    ...(insteadOf !== undefined && { insteadOf }),
  });
  again.change = { asked: call.change?.asked ?? hashInput(call), ...edited };
  again.notes = [reasons(scope.locale).edited(edited.by, edited.input)];
  return again;
}

function fallBack(corridor: Next, call: ToolCall, ended: Promise<ToolOutcome>): Promise<ToolOutcome> {
  // `resolve` finds the tool before anything waits, so what the policy says is known here.
  const fallback = call.tool?.policy.fallback;
  if (fallback === undefined || fallback.length === 0) return ended;
  return ended.then((outcome) => {
    if (!mayFallBack(outcome) || call.scope.signal?.aborted) return outcome;
    return tryInTurn({ corridor, call, outcome, fallback });
  });
}

/** A stage that throws at once is a rejection like any other. */
function walk(corridor: Next, call: ToolCall): Promise<ToolOutcome> {
  try {
    return Promise.resolve(corridor(call));
  } catch (error) {
    return Promise.reject(error);
  }
}

function mayFallBack(outcome: ToolOutcome): boolean {
  return endedInFailure(outcome) && outcome.mayHaveActed !== true;
}

function endedInFailure(
  outcome: ToolOutcome,
): outcome is Extract<ToolOutcome, { readonly status: "unavailable" | "timeout" | "failed" }> {
  return outcome.status === "unavailable" || outcome.status === "timeout" || outcome.status === "failed";
}

interface FallbackWalk {
  readonly corridor: Next;
  readonly call: ToolCall;
  readonly outcome: ToolOutcome;
  readonly fallback: readonly (string | FallbackStep)[];
}

/** An outcome in doubt, one that may have acted, or one that waits for a person, ends the row: trying on could act twice. */
async function tryInTurn({ corridor, call, outcome, fallback }: FallbackWalk): Promise<ToolOutcome> {
  const { request, scope, now } = call;
  const words = reasons(scope.locale);
  const tried: string[] = [];
  for (const [index, step] of fallback.entries()) {
    const callId = `${request.callId}~${index + 1}`;
    const tool = typeof step === "string" ? step : step.tool;
    const next = createCall({
      request: { callId, tool, ...inputFor(step, call) },
      scope,
      now,
      fallbackOf: request.callId,
      insteadOf: outcome.tool,
    });
    const asked = await walk(corridor, next);
    const found = next.edited === undefined ? asked : await walk(corridor, withEdits(next, next.edited));
    if (found.status === "ok")
      return { ...found, notes: [...tried, words.fellBack(outcome.tool, tool), ...(found.notes ?? [])] };
    if (found.status === "in_doubt" || found.status === "needs_confirmation") return found;
    if (endedInFailure(found) && found.mayHaveActed) return found;
    tried.push(words.fallbackFailed(tool, found.status));
    if (scope.signal?.aborted) break;
  }
  return { ...outcome, notes: [...(outcome.notes ?? []), ...tried] };
}

/** The first tool's arguments, repaired but without its defaults, in the form that the step wants. */
function inputFor(step: string | FallbackStep, { given }: ToolCall): Pick<ToolRequest, "input" | "problem"> {
  if (typeof step === "string" || step.map === undefined) return { input: given };
  try {
    return { input: step.map(structuredClone(given) as JsonValue) };
  } catch (thrown) {
    return { input: undefined, problem: toFailure(thrown).reason };
  }
}

interface NewCall {
  readonly request: ToolRequest;
  readonly scope: CallScope;
  readonly now: () => number;
  readonly fallbackOf?: string;
  readonly insteadOf?: string;
}

/** All fields at once and always in this order, so that every call has the same hidden class. */
function createCall({ request, scope, now, fallbackOf, insteadOf }: NewCall): ToolCall {
  return {
    request,
    scope,
    now,
    startedAt: now(),
    deadlineAt: 0,
    allottedMs: 0,
    load: undefined,
    loads: undefined,
    holdsSlot: false,
    probe: false,
    backend: undefined,
    uncertain: false,
    touched: false,
    fault: undefined,
    known: undefined,
    rule: undefined,
    mustAsk: false,
    tool: undefined,
    builtin: false,
    input: request.input,
    given: undefined,
    inputHash: undefined,
    answer: undefined,
    edited: undefined,
    change: undefined,
    attempts: 0,
    settledAttempts: 0,
    thrown: undefined,
    output: undefined,
    passedGuard: false,
    fallbackOf,
    insteadOf,
    notes: undefined,
  };
}
