import { setTimeout } from "node:timers/promises";
import type { PlannedFault } from "../../model/fault-plan.ts";
import type { AnyTool, ToolContext } from "../../tools/tool.ts";
import { toolError } from "../../tools/tool-error.ts";
import type { EffectLog } from "./effect-log.ts";

/** What a drill puts into the errors of tools, and must find nowhere else. */
export const chaosSecret = "sk-chaos0000canary1111";

/** As a text that an error carries by mistake: a model must not see it. */
const stack =
  "\n    at Connection.query (/srv/app/database.js:10:5)\n    at async run (node:internal/process/task_queues:95:5)";

/** A tool that never answers would hold a drill up for its whole deadline, so its deadline is no longer than this, in ms. */
const longestSilenceMs = 300;

/** How a tool is changed for a drill. */
export interface Injection {
  readonly faults: readonly PlannedFault[];
  readonly effects: EffectLog;
  /** In place of the tool's own work. @default its own */
  readonly work?: AnyTool["run"];
}

/** A copy of a tool whose attempts meet these faults in order, and then its work. */
export function injectFaults(tool: AnyTool, { faults, effects, work }: Injection): AnyTool {
  let attempts = 0;
  const act = async (input: unknown, context: ToolContext): Promise<unknown> => {
    effects.add(tool, context.callId);
    return work ? work(input, context) : tool.run(input, context);
  };
  const run: AnyTool["run"] = async (input, context) => {
    const fault = faultAt(faults, attempts);
    attempts += 1;
    switch (fault?.kind) {
      case undefined:
        return act(input, context);
      case "fail":
        throw failure(fault.message);
      case "timeout":
        return new Promise(() => {});
      case "bad-shape":
        effects.add(tool, context.callId);
        return { "an answer nobody": ["promised", undefined, Number.NaN], at: new Date(0) };
      case "slow":
        await setTimeout(fault.ms, undefined, { signal: context.signal });
        return act(input, context);
      case "huge":
        effects.add(tool, context.callId);
        return "x".repeat(fault.characters);
      case "after-effect":
        await act(input, context);
        throw new Error(`the connection broke after the work was done (${chaosSecret})${stack}`);
      default:
        return fault satisfies never;
    }
  };
  const silent = faults.some(({ kind }) => kind === "timeout");
  const timeoutMs = silent ? Math.min(tool.policy.timeoutMs, longestSilenceMs) : tool.policy.timeoutMs;
  const retry = { ...tool.policy.retry, backoffMs: Math.min(tool.policy.retry.backoffMs, 10) };
  return { ...tool, policy: { ...tool.policy, timeoutMs, retry }, run };
}

/** An error as libraries throw them: with a stack, and with what should not be in it. */
function failure(message: string): Error {
  return toolError({
    code: "CHAOS",
    message: `${message} (postgres://app:${chaosSecret}@db/orders, Bearer ${chaosSecret})${stack}`,
    effect: "none",
    retryable: true,
  });
}

function faultAt(faults: readonly PlannedFault[], attempt: number): PlannedFault | undefined {
  let end = 0;
  return faults.find((fault) => attempt < (end += fault.times));
}
