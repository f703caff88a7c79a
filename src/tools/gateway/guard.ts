import { callFacts } from "./call-facts.ts";
import type { Stage } from "./stage.ts";

/** Asks the scope's guard (the SOP, the call limits) whether the call may run now. */
export const guard: Stage = (call, next) => {
  const watch = call.scope.guard;
  if (watch === undefined) return next(call);
  const refusal = watch.check(call.tool!.name, call.input, call.request.callId);
  if (refusal) return { ...callFacts(call), status: "denied", ...refusal };
  call.passedGuard = true;
  return next(call);
};
