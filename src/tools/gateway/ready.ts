import type { Stage } from "./stage.ts";

/** The place of what refuses a call because its tool cannot serve now: limits and circuit breakers. */
export const ready: Stage = (call, next) => next(call);
