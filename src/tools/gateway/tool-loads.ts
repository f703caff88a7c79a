import type { AnyTool } from "../tool.ts";
import { BackendPool } from "./backend-pool.ts";
import type { Breaker } from "./breaker.ts";
import { RateGate } from "./rate-gate.ts";
import { type BreakerChannel, SharedBreakers } from "./shared-breakers.ts";
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
  /**
   * Tells other processes over `channel` when a breaker opens or closes, and hears from them, until the answer is called.
   * Breakers go on deciding by what they know: no call waits for the channel.
   */
  shareBreakers(channel: BreakerChannel): () => void;
}

/** Makes an account of loads. Programs share {@link processLoads}; a test wants its own. */
export function createToolLoads(): ToolLoads {
  const loads = new WeakMap<AnyTool, ToolLoad>();
  const breakers = new SharedBreakers();
  // Calls of one tool often follow one another.
  let last: { readonly tool: AnyTool; readonly load: ToolLoad } | undefined;
  return {
    inFlight: 0,
    of(tool) {
      if (last?.tool === tool) return last.load;
      let load = loads.get(tool);
      if (load === undefined) loads.set(tool, (load = createLoad(tool, breakers)));
      last = { tool, load };
      return load;
    },
    shareBreakers: (channel) => breakers.share(channel),
  };
}

let shared: ToolLoads | undefined;

/** The account that all gateways of the process keep together: a tool's limits hold over all workflows and runs. */
export function processLoads(): ToolLoads {
  return (shared ??= createToolLoads());
}

function createLoad({ name, version, policy, backends }: AnyTool, breakers: SharedBreakers): ToolLoad {
  const { breaker, rate, concurrency } = policy;
  return {
    breaker: breaker === false ? undefined : breakers.create(`${name}@${version}`, breaker),
    rate: rate && new RateGate(rate),
    slots: concurrency && new Slots(concurrency),
    backends: backends && new BackendPool(backends),
  };
}
