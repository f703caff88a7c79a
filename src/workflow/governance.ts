import type { AccessPolicies } from "../tools/access-policy.ts";
import type { ToolLoads } from "../tools/gateway/tool-loads.ts";
import type { MaskPattern } from "../tools/mask-personal-data.ts";
import type { SumUpThrown } from "../tools/sum-up-thrown.ts";
import type { RunLogger } from "../trace/log-run.ts";
import type { OpenTelemetryApi } from "../trace/open-telemetry.ts";
import type { Signer } from "./signer.ts";

/** What a project lays down for all its runs. */
export interface Governance {
  /** Who may call which tools. @default everything that nodes and skills allow */
  readonly policies?: AccessPolicies;
  /** Values that are replaced in outcomes before model, journal and trace see them; from 8 characters on. */
  readonly secrets?: readonly string[];
  /** Patterns to mask in the audit trail, beside the common ones. */
  readonly mask?: readonly MaskPattern[];
  /** Signs decisions and checks them when they are used. @default decisions are taken as the store has them */
  readonly signer?: Signer;
  /** The package `@opentelemetry/api`, to make spans of each run. @default none are made */
  readonly telemetry?: OpenTelemetryApi;
  /** Gets a structured line for what happens in each run. @default nothing is logged */
  readonly logger?: RunLogger;
  /** Sums up what tools throw for events, log and store; see `createThrownReader`. @default it is not told */
  readonly debug?: SumUpThrown;
  /** Tool calls the process may have in flight. @default 1000 */
  readonly maxInFlight?: number;
  /** Where breakers, limits and queues are kept. @default one account for the whole process */
  readonly loads?: ToolLoads;
}
