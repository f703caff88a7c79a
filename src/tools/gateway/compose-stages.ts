import type { Next, Stage } from "./stage.ts";

/** One function that walks `stages` in order. The last stage answers every call: nothing comes after it. */
export function composeStages(stages: readonly Stage[]): Next {
  return stages.reduceRight<Next>((next, stage) => (call) => stage(call, next), afterTheLast);
}

function afterTheLast(): never {
  throw new TypeError("The last stage of the gateway let a call through.");
}
