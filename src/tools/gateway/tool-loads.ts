import type { AnyTool } from "../tool.ts";
import { BackendPool } from "./backend-pool.ts";
import { Breaker } from "./breaker.ts";
import { RateGate } from "./rate-gate.ts";
import { Slots } from "./slots.ts";

/** What the process knows of one tool's health and load. */
export interface ToolLoad {
  readonly breaker: Breaker | undefined;
  readonly rate: RateGate | undefined;
  readonly slots: Slots | undefined;
  readonly backends: BackendPool | undefined;
}

/** The load of every tool, and of the process as a whole. */
export interface ToolLoads {
  of(tool: AnyTool): ToolLoad;
  /** Calls that run or wait for their turn now. */
  inFlight: number;
}

/** Makes an account of loads. Programs share {@link processLoads}; a test wants its own. */
export function createToolLoads(): ToolLoads {
  const loads = new WeakMap<AnyTool, ToolLoad>();
  // Calls of one tool often follow one another.
  let last: { readonly tool: AnyTool; readonly load: ToolLoad } | undefined;
  return {
    inFlight: 0,
    of(tool) {
      if (last?.tool === tool) return last.load;
      let load = loads.get(tool);
      if (load === undefined) loads.set(tool, (load = createLoad(tool)));
      last = { tool, load };
      return load;
    },
  };
}

let shared: ToolLoads | undefined;

/** The account that all gateways of the process keep together: a tool's limits hold over all workflows and runs. */
export function processLoads(): ToolLoads {
  return (shared ??= createToolLoads());
}

function createLoad({ policy, backends }: AnyTool): ToolLoad {
  const { breaker, rate, concurrency } = policy;
  return {
    breaker: breaker === false ? undefined : new Breaker(breaker),
    rate: rate && new RateGate(rate),
    slots: concurrency && new Slots(concurrency),
    backends: backends && new BackendPool(backends),
  };
}
