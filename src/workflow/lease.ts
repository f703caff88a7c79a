import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { SopwithError } from "../base/errors.ts";
import type { Lease, RunStore } from "../store/run-store.ts";
import { leaseLost } from "../store/store-errors.ts";
import type { Hold } from "./fenced-store.ts";
import { threadBusy } from "./runner-errors.ts";

/** A hold on a thread, kept up while a run is worked on. */
export interface HeldLease extends Hold {
  /** Lets others have the thread. */
  release(): Promise<void>;
}

/** How a thread is held. */
export interface HoldOptions {
  /** How long the hold outlives its last renewal, in ms. */
  readonly leaseMs: number;
  /** Told, once, when the hold is found to have ended: somebody else may work on the thread. */
  readonly onLost?: (error: SopwithError) => void;
}

/**
 * Takes a thread for this process and renews the hold at a third of its length, so that a second start or resume is
 * refused. On this machine a process that has died loses its hold at once, and one that lives keeps it although it did
 * not renew it: it may be asleep in the middle of a call. From another machine the end of the hold has to do.
 * @throws `THREAD_BUSY`
 */
export async function holdLease(store: RunStore, thread: string, options: HoldOptions): Promise<HeldLease> {
  const owner = `process ${process.pid} on ${hostname()} (${randomUUID().slice(0, 6)})`;
  const before = await store.lease(thread);
  const state = before && neighbourState(before.owner);
  if (before && state === "alive") throw threadBusy(thread, before);
  if (before && state === "dead") await store.dropLease(thread, before.owner);
  const lease = await store.takeLease(thread, owner, { ttlMs: options.leaseMs, now: Date.now() });
  if (lease.owner !== owner) throw threadBusy(thread, lease);
  const hold = new RenewedLease({ store, thread, options }, lease);
  hold.start();
  return hold;
}

/** True while the owner of a lease may still be at work, as far as this process can tell at `now` (ms). */
export function isHeld(lease: Lease, now: number): boolean {
  const state = neighbourState(lease.owner);
  return state === undefined ? Date.parse(lease.expiresAt) > now : state === "alive";
}

/** What is known of another process on this machine; `undefined` for this one, and for those elsewhere. */
function neighbourState(owner: string): "alive" | "dead" | undefined {
  const [, pid, host] = /^process (\d+) on (.+) \([0-9a-f]+\)$/.exec(owner) ?? [];
  if (pid === undefined || host !== hostname() || Number(pid) === process.pid) return undefined;
  try {
    process.kill(Number(pid), 0);
    return "alive";
  } catch (error) {
    // A process of somebody else cannot be signalled, but it is there.
    return (error as NodeJS.ErrnoException).code === "EPERM" ? "alive" : "dead";
  }
}

interface HeldThread {
  readonly store: RunStore;
  readonly thread: string;
  readonly options: HoldOptions;
}

class RenewedLease implements HeldLease {
  readonly fence: HeldLease["fence"];
  readonly #held: HeldThread;
  #lease: Lease;
  #renewal: NodeJS.Timeout | undefined;

  constructor(held: HeldThread, lease: Lease) {
    this.#held = held;
    this.#lease = lease;
    this.fence = { thread: held.thread, epoch: lease.epoch };
  }

  start(): void {
    this.#renewal = setInterval(() => void this.#renew(), this.#held.options.leaseMs / 3);
    this.#renewal.unref();
  }

  check(): void {
    if (Date.now() >= Date.parse(this.#lease.expiresAt)) throw leaseLost(this.fence, undefined);
  }

  async release(): Promise<void> {
    clearInterval(this.#renewal);
    await this.#held.store.dropLease(this.#held.thread, this.#lease.owner);
  }

  /** A renewal that the store refuses for now is tried again at the next beat; the lease outlives two of them. */
  async #renew(): Promise<void> {
    const { store, thread, options } = this.#held;
    const { owner, epoch } = this.#lease;
    try {
      const newest = await store.takeLease(thread, owner, { ttlMs: options.leaseMs, now: Date.now() });
      if (newest.owner === owner && newest.epoch === epoch) {
        this.#lease = newest;
        return;
      }
      // Free again after somebody else had it: what this process knows is out of date, so it must not go on either.
      if (newest.owner === owner) await store.dropLease(thread, owner);
      this.#lose(newest.owner === owner ? undefined : newest);
    } catch {
      if (Date.now() >= Date.parse(this.#lease.expiresAt)) this.#lose(undefined);
    }
  }

  #lose(holder: Lease | undefined): void {
    clearInterval(this.#renewal);
    this.#held.options.onLost?.(leaseLost(this.fence, holder));
  }
}
