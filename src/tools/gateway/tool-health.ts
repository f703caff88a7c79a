import type { AnyTool } from "../tool.ts";
import type { BackendState } from "./backend-pool.ts";
import { processLoads, type ToolLoads } from "./tool-loads.ts";

/** How a tool is, as far as this process knows. */
export interface ToolHealth {
  /** Absent for a tool without one. */
  readonly breaker?: {
    readonly state: "closed" | "open" | "trying";
    /** While it is open, ms until a call may try. */
    readonly openForMs?: number;
  };
  /** The instances on its list; absent for a tool without `backends`. */
  readonly instances?: readonly BackendState[];
  /** Why the last look for instances failed. */
  readonly problem?: string;
}

/**
 * The state of a tool's breaker and of its instances. Looks for instances if none are known or the list is old.
 * @param loads where its gateway keeps account; `createToolLoads` makes one, the process's is the default
 */
export async function toolHealth(tool: AnyTool, loads: ToolLoads = processLoads()): Promise<ToolHealth> {
  const { breaker, backends } = loads.of(tool);
  await holdUp(backends?.list.refresh(performance.now()));
  const now = performance.now();
  const problem = backends?.list.problem;
  return {
    ...(breaker && { breaker: breaker.stateAt(now) }),
    ...(backends && { instances: backends.states(now) }),
    ...(problem !== undefined && { problem }),
  };
}

/** The limit of a look for instances keeps no process up, and what looks may not either; whoever asks waits for it. */
async function holdUp(asking: Promise<void> | undefined): Promise<void> {
  const hold = setInterval(() => {}, 60_000);
  try {
    await asking;
  } finally {
    clearInterval(hold);
  }
}
