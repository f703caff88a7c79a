import { showHidden } from "../../base/show-hidden.ts";
import { redactSecrets } from "../redact-secrets.ts";
import type { Backends } from "../backends.ts";
import { BackendList } from "./backend-list.ts";

/** A try in vain makes the time out twice as long, up to this many times as long. */
const longestOut = 8;

/** One instance, as long as it is on the list. */
export interface Backend {
  readonly address: string;
  /** The address as people may see it, without a password, and with what is hidden in it. */
  readonly label: string;
  /** Attempts at work on it. */
  busy: number;
  /** Failed attempts in a row. */
  failures: number;
  /** How often in a row it was left out. */
  outs: number;
  /** Monotonic ms from which one attempt may try it; 0 while it is well. */
  outUntil: number;
  trying: boolean;
}

/** An instance that serves an attempt, until `settle`. */
export interface BackendTurn {
  readonly backend: Backend;
  /** True for the one attempt that tries an instance that is out. */
  readonly isTry: boolean;
  ended: boolean;
}

/** An instance as it is shown. */
export interface BackendState {
  readonly address: string;
  readonly state: "in" | "out" | "trying";
  readonly busy: number;
  /** While it is out, ms until it is tried. */
  readonly outForMs?: number;
}

/** Chooses an instance for each attempt, and leaves out for a while those that keep failing. Times are monotonic ms. */
export class BackendPool {
  readonly list: BackendList;
  readonly #backends: Backends;
  #known: readonly string[] | undefined;
  #all: Backend[] = [];
  /** Where the next turn begins. At first anywhere: processes that make a single call must not all make it at one instance. */
  #turn = Math.floor(Math.random() * 1_000_000);

  constructor(backends: Backends) {
    this.#backends = backends;
    this.list = new BackendList(backends);
  }

  /** How many instances are on the list. */
  get size(): number {
    return this.#current().length;
  }

  /** In how many ms an instance may be asked: 0 when one may now, infinite when there is none. */
  leftIn(now: number): number {
    let soonest = Infinity;
    for (const { outUntil, trying } of this.#current()) {
      if (outUntil === 0) return 0;
      soonest = Math.min(soonest, trying ? this.#backends.outMs : Math.max(0, outUntil - now));
    }
    return soonest;
  }

  /** An instance for an attempt, rather none of `tried`; `undefined` when all are out. `settle` gives it back. */
  take(now: number, tried: readonly Backend[]): BackendTurn | undefined {
    const backend = this.#choose(now, tried) ?? (tried.length > 0 ? this.#choose(now, []) : undefined);
    if (backend === undefined) return undefined;
    backend.busy += 1;
    const isTry = backend.outUntil !== 0;
    if (isTry) backend.trying = true;
    return { backend, isTry, ended: false };
  }

  /**
   * How an attempt ended: `fault` is `undefined` when it says nothing about the instance. Tells when the instance is left
   * out from now on, with the ms, or is back.
   */
  settle(turn: BackendTurn, now: number, fault: boolean | undefined): "back" | number | undefined {
    const { backend, isTry } = turn;
    turn.ended = true;
    backend.busy -= 1;
    if (isTry) backend.trying = false;
    if (fault === undefined) return undefined;
    return fault ? this.#countFault(backend, now, isTry) : countSuccess(backend);
  }

  #countFault(backend: Backend, now: number, isTry: boolean): number | undefined {
    this.list.doubt();
    backend.failures += 1;
    // What began before it was left out says nothing new.
    if (!isTry && (backend.outUntil !== 0 || backend.failures < this.#backends.maxFailures)) return undefined;
    const forMs = this.#backends.outMs * Math.min(2 ** backend.outs, longestOut);
    backend.outs += 1;
    backend.outUntil = now + forMs;
    return forMs;
  }

  /** All instances on the list. */
  states(now: number): BackendState[] {
    return this.#current().map(({ label, busy, outUntil, trying }) => {
      if (trying) return { address: label, state: "trying", busy };
      if (outUntil === 0) return { address: label, state: "in", busy };
      return { address: label, state: "out", busy, outForMs: Math.max(0, Math.ceil(outUntil - now)) };
    });
  }

  /** The first in turn with the least to do; in turn alone, the first. */
  #choose(now: number, tried: readonly Backend[]): Backend | undefined {
    const all = this.#current();
    let best: Backend | undefined;
    let bestAt = 0;
    for (let step = 0; step < all.length; step += 1) {
      const at = (this.#turn + step) % all.length;
      const one = all[at]!;
      if (one.outUntil !== 0 && (one.trying || now < one.outUntil)) continue;
      if (tried.includes(one) || (best !== undefined && one.busy >= best.busy)) continue;
      best = one;
      bestAt = at;
      if (one.busy === 0 || this.#backends.balance === "round-robin") break;
    }
    if (best !== undefined) this.#turn = bestAt + 1;
    return best;
  }

  /** Instances that stay on the list keep what is known of them; the others are forgotten. */
  #current(): readonly Backend[] {
    const addresses = this.list.addresses;
    if (addresses === undefined || addresses === this.#known) return this.#all;
    this.#known = addresses;
    const before = new Map(this.#all.map((backend) => [backend.address, backend]));
    this.#all = addresses.map((address) => before.get(address) ?? createBackend(address));
    return this.#all;
  }
}

function countSuccess(backend: Backend): "back" | undefined {
  const wasOut = backend.outUntil !== 0;
  backend.failures = 0;
  backend.outs = 0;
  backend.outUntil = 0;
  return wasOut ? "back" : undefined;
}

function createBackend(address: string): Backend {
  return {
    address,
    label: showHidden(redactSecrets(address)),
    busy: 0,
    failures: 0,
    outs: 0,
    outUntil: 0,
    trying: false,
  };
}
