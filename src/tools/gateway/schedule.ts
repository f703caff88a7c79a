import type { Stage } from "./stage.ts";

/** The place of the queue. The deadline starts here, where a call would begin to wait. */
export const schedule: Stage = (call, next) => {
  call.deadlineAt = call.now() + call.tool!.policy.timeoutMs;
  return next(call);
};
