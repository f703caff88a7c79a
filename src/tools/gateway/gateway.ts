import { type AccessPolicies, createAccess } from "../access-policy.ts";
import type { CallScope, ToolRequest } from "../call-scope.ts";
import type { ToolOutcome } from "../tool-outcome.ts";
import type { SumUpThrown } from "../sum-up-thrown.ts";
import type { ToolRegistry } from "../tool-registry.ts";
import { createAttempt } from "./attempt.ts";
import { createAuthorize } from "./authorize.ts";
import { composeStages } from "./compose-stages.ts";
import { confirm } from "./confirm.ts";
import { createDeadlineClock } from "./deadline-clock.ts";
import { withFallback } from "./fallback.ts";
import { guard } from "./guard.ts";
import { createOpen } from "./open.ts";
import { createReady } from "./ready.ts";
import { recall } from "./recall.ts";
import { record } from "./record.ts";
import { createReplay } from "./replay.ts";
import { createResolve } from "./resolve.ts";
import { createSchedule } from "./schedule.ts";
import { share } from "./share.ts";
import type { Stage } from "./stage.ts";
import { processLoads, type ToolLoads } from "./tool-loads.ts";
import { validate } from "./validate.ts";
import { validateOutput } from "./validate-output.ts";

/** The one way to a tool. */
export interface Gateway {
  /**
   * Walks the corridor with one call, then with its fallbacks if need be. Refusals and failures are outcomes.
   * @throws `CALL_CHANGED`, and what the scope's journal throws: then the run cannot go on
   */
  call(request: ToolRequest, scope: CallScope): Promise<ToolOutcome>;
}

/** What a gateway is made of. */
export interface GatewayParts {
  readonly registry: ToolRegistry;
  /** Monotonic ms. @default performance.now */
  readonly now?: () => number;
  /** Where breakers, limits and queues are kept. @default one account for the whole process */
  readonly loads?: ToolLoads;
  /**
   * Calls the process may have in flight, waiting ones included. Tools of low priority give way at 70 % of it, of
   * normal priority at 90 %. @default 1000
   */
  readonly maxInFlight?: number;
  /** Who may call what. @default everything that the scope's grants allow */
  readonly policies?: AccessPolicies;
  /** Sums up what tools throw for outcomes and events; see `createThrownReader`. @default it is not told */
  readonly debug?: SumUpThrown;
}

/**
 * Makes a gateway over a registry. It holds a timer only while calls are pending, and nothing to close.
 * Everything before `confirm` is pure or idempotent, since a resumed node walks it again.
 */
export function createGateway({
  registry,
  now = () => performance.now(),
  loads = processLoads(),
  maxInFlight = 1000,
  policies,
  debug,
}: GatewayParts): Gateway {
  const clock = createDeadlineClock(now);
  const load = { loads, maxInFlight };
  const access = createAccess(policies);
  const stages: readonly Stage[] = [
    record,
    recall,
    createResolve(registry, access),
    createAuthorize({ registry, access }),
    createOpen({ registry, access }),
    validate,
    createReplay(clock, loads),
    guard,
    share,
    createReady(load),
    confirm,
    createSchedule(load, clock),
    createAttempt(clock, debug),
    validateOutput,
  ];
  return { call: withFallback(composeStages(stages), now) };
}
