import type { Fence, Lease, RunStore } from "./run-store.ts";
import { leaseLost } from "./store-errors.ts";

/** The part of a store that knows who holds which thread. */
export interface LeaseBook extends Pick<RunStore, "takeLease" | "dropLease" | "lease"> {
  /** @throws `LEASE_LOST` */
  checkFence(fence: Fence): void;
}

/** Leases in a Map. A thread that was given back keeps its epoch. */
export function createMemoryLeases(): LeaseBook {
  const known = new Map<string, { readonly lease: Lease; readonly expiresAtMs: number; readonly held: boolean }>();
  const current = (thread: string): Lease | undefined => {
    const entry = known.get(thread);
    return entry?.held ? entry.lease : undefined;
  };
  return {
    takeLease: (thread, owner, { ttlMs, now }) => {
      const before = known.get(thread);
      const isMine = before?.held === true && before.lease.owner === owner;
      if (before?.held && !isMine && before.expiresAtMs > now) return before.lease;
      const expiresAtMs = now + ttlMs;
      const epoch = (before?.lease.epoch ?? 0) + (isMine ? 0 : 1);
      const lease = { owner, epoch, expiresAt: new Date(expiresAtMs).toISOString() };
      known.set(thread, { lease, expiresAtMs, held: true });
      return lease;
    },
    dropLease: (thread, owner) => {
      const entry = known.get(thread);
      if (entry?.held && entry.lease.owner === owner) known.set(thread, { ...entry, held: false });
    },
    lease: current,
    checkFence: (fence) => {
      if (known.get(fence.thread)?.lease.epoch !== fence.epoch) throw leaseLost(fence, current(fence.thread));
    },
  };
}
