import { setTimeout } from "node:timers/promises";
import type { Rehearsal, RehearsalFault } from "../model/rehearsal.ts";
import type { AnyTool } from "../tools/tool.ts";

/** A call that never answers would hold a rehearsal up for the tool's whole deadline; this is as long as it may take, in ms. */
const LONGEST_SILENCE_MS = 1000;

/**
 * Copies of the tools whose attempts meet a rehearsal's faults before they reach the tool's own `run`; tools without faults
 * stay as they are. `attempted` says how many attempts of a tool the run has made in earlier processes.
 */
export function withFaults(
  tools: readonly AnyTool[],
  faults: Rehearsal["faults"],
  attempted: ReadonlyMap<string, number>,
): AnyTool[] {
  return tools.map((tool) => {
    const planned = faults[tool.name];
    return planned === undefined ? tool : withPlan(tool, planned, attempted.get(tool.name) ?? 0);
  });
}

function withPlan(tool: AnyTool, planned: readonly RehearsalFault[], attempted: number): AnyTool {
  let attempts = attempted;
  const silent = planned.some((fault) => fault.kind === "timeout");
  const timeoutMs = silent ? Math.min(tool.policy.timeoutMs, LONGEST_SILENCE_MS) : tool.policy.timeoutMs;
  const run: AnyTool["run"] = async (input, context) => {
    const fault = faultAt(planned, attempts);
    attempts += 1;
    if (fault === undefined || fault.kind === "pass") return tool.run(input, context);
    if (fault.kind === "output") return fault.output;
    if (fault.kind === "timeout") return new Promise<never>(() => {});
    if (fault.kind === "slow") {
      await setTimeout(fault.ms, undefined, { signal: context.signal });
      return tool.run(input, context);
    }
    throw new Error(fault.message);
  };
  return { ...tool, policy: { ...tool.policy, timeoutMs }, run };
}

/** What the attempt with this number, from 0, meets. */
function faultAt(planned: readonly RehearsalFault[], attempt: number): RehearsalFault | undefined {
  let end = 0;
  return planned.find((fault) => attempt < (end += fault.times));
}
