import { type Awaitable, isPromise } from "../../base/awaitable.ts";
import type { Confirmation } from "../call-scope.ts";
import { completesTaint } from "../taint.ts";
import type { ConfirmationRequest, ToolOutcome } from "../tool-outcome.ts";
import { callFacts } from "./call-facts.ts";
import { confirmationOf } from "./confirmation-of.ts";
import { walkAgain } from "./edited-call.ts";
import { reasons } from "./reasons.ts";
import type { Next, Stage, ToolCall } from "./stage.ts";

/** Stops a call that needs a person's word until there is one. Where nobody can be asked, it does not run. */
export const confirm: Stage = (call, next) => {
  const because = whyAsk(call);
  if (because === undefined) return next(call);
  const request = confirmationOf(call, because);
  const word = call.scope.confirmation?.(request);
  return isPromise(word)
    ? word.then((decided) => act({ call, next, request }, decided))
    : act({ call, next, request }, word);
};

/** Why a person must be asked; `undefined` when nobody must. */
function whyAsk({ tool, mustAsk, scope: { taint } }: ToolCall): ConfirmationRequest["because"] | undefined {
  if (tool!.asks !== undefined || tool!.policy.confirm !== "never") return "tool";
  if (mustAsk) return "policy";
  return taint !== undefined && completesTaint(taint, tool!.labels ?? []) ? "labels" : undefined;
}

interface Asked {
  readonly call: ToolCall;
  readonly next: Next;
  readonly request: ConfirmationRequest;
}

function act({ call, next, request }: Asked, word: Confirmation | undefined): Awaitable<ToolOutcome> {
  if (word === undefined) return { ...callFacts(call), status: "needs_confirmation", request };
  if (!word.approved)
    return {
      ...callFacts(call),
      status: "denied",
      code: "REJECTED",
      reason: reasons(call.scope.locale).rejected(word.reason),
    };
  if (word.input !== undefined) return walkAgain(call, { input: word.input, by: word.by ?? "a person" });
  call.answer = word.answer;
  return next(call);
}
