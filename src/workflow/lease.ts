import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type { RunStore } from "../store/run-store.ts";
import { threadBusy } from "./runner-errors.ts";

/** A hold on a thread, kept up while a run is worked on. */
export interface HeldLease {
  /** Lets others have the thread. */
  release(): Promise<void>;
}

/**
 * Takes a thread for this process and renews the hold at a third of its length, so that a second start or resume is
 * refused, and a dead process's thread is free when its hold ends.
 * @throws `THREAD_BUSY`
 */
export async function holdLease(store: RunStore, thread: string, leaseMs: number): Promise<HeldLease> {
  const owner = `process ${process.pid} on ${hostname()} (${randomBytes(3).toString("hex")})`;
  const take = (): ReturnType<RunStore["takeLease"]> =>
    store.takeLease(thread, owner, { ttlMs: leaseMs, now: Date.now() });
  const lease = await take();
  if (lease.owner !== owner) throw threadBusy(thread, lease);
  const renewal = setInterval(() => void renew(take), leaseMs / 3);
  renewal.unref();
  return {
    async release() {
      clearInterval(renewal);
      await store.dropLease(thread, owner);
    },
  };
}

/** A renewal that fails is tried again at the next beat; the lease outlives two of them. */
async function renew(take: () => ReturnType<RunStore["takeLease"]>): Promise<boolean> {
  try {
    await take();
    return true;
  } catch {
    return false;
  }
}
