import type { Awaitable } from "../base/awaitable.ts";

/**
 * How one of several instances is chosen. `least-busy`: the one with the fewest attempts at work, in turn where several
 * have as few, so an instance that is slow gets less. `round-robin`: in turn, whatever they do.
 */
export type Balance = "round-robin" | "least-busy";

/** Finds the addresses of the instances that are there now. The signal aborts when it takes longer than 10 seconds. */
export type DiscoverBackends = (signal: AbortSignal) => Awaitable<readonly string[]>;

/** How the instances of what a tool calls are used. */
export interface BackendSettings {
  /** @default "least-busy" */
  readonly balance: Balance;
  /** An instance that fails so many attempts in a row is left out for a while; then one attempt may try it. @default 3 */
  readonly maxFailures: number;
  /** For how long, in ms; twice as long after each try in vain, up to eight times. @default 10000 */
  readonly outMs: number;
}

/** Instances that stay the same. */
export interface FixedBackends {
  /** In whatever form the tool understands; at least one. */
  readonly addresses: readonly string[];
}

/** Instances that come and go. */
export interface DiscoveredBackends {
  /** Asked when a call needs the list and has none, and behind the back of calls when the list is old. */
  readonly discover: DiscoverBackends;
  /** How old a list may be, in ms. @default 30000 */
  readonly everyMs: number;
}

/** The instances of what a tool calls. One of them serves each attempt; the tool finds it in `context.backend`. */
export type Backends = BackendSettings & (FixedBackends | DiscoveredBackends);

/** {@link Backends} as a definition gives them: addresses, or a function that finds them; the rest takes its default. */
export type BackendsSpec = Partial<BackendSettings> &
  (FixedBackends | (Pick<DiscoveredBackends, "discover"> & Partial<DiscoveredBackends>));

/** Fills in the defaults. */
export function completeBackends(spec: BackendsSpec): Backends {
  const { balance = "least-busy", maxFailures = 3, outMs = 10_000 } = spec;
  const settings = { balance, maxFailures, outMs };
  if ("addresses" in spec)
    return Object.freeze({ addresses: Object.freeze([...new Set(spec.addresses)]), ...settings });
  return Object.freeze({ discover: spec.discover, everyMs: spec.everyMs ?? 30_000, ...settings });
}
