import { type Awaitable, isPromise } from "../base/awaitable.ts";
import { isSopwithError, type SopwithError } from "../base/errors.ts";
import type { Drain } from "./drain.ts";
import { leaseLost } from "../store/store-errors.ts";
import type { Fence, Lease, RunStore } from "../store/run-store.ts";

/** The hold on a thread, as far as writing needs it. */
export interface Hold {
  readonly fence: Fence;
  /** @throws `LEASE_LOST` when the hold has ended by this process's own clock */
  check(): void;
}

/**
 * The store as one stretch of work uses it. Everything is written under the hold; the intent of a call is good only if
 * the hold still stands when the write returns, since the call follows. From its intent to its outcome a call is under
 * way, which the drain hears of. `onFailure` hears of every write that failed: work that cannot be recorded must stop,
 * whatever a node makes of the error.
 */
export function fencedStore(
  store: RunStore,
  hold: Hold,
  { drain, onFailure }: { readonly drain: Drain; readonly onFailure: (error: SopwithError) => void },
): RunStore {
  const fail = (error: unknown): never => {
    if (isSopwithError(error)) onFailure(error);
    throw error;
  };
  const guarded = (write: () => Awaitable<void>): Awaitable<void> => {
    try {
      const written = write();
      return isPromise(written) ? written.catch(fail) : undefined;
    } catch (error) {
      return fail(error);
    }
  };
  const { fence } = hold;
  // The clock of whoever took the thread over may be ahead, so the store is asked too.
  const check = (): Awaitable<void> => {
    hold.check();
    const lease = store.lease(fence.thread);
    return isPromise(lease) ? lease.then((newest) => compare(fence, newest)) : compare(fence, lease);
  };
  return {
    ...store,
    putRun: (row) => guarded(() => store.putRun(row, fence)),
    putTurn: (row) => guarded(() => store.putTurn(row, fence)),
    putCall: (row, durable) =>
      guarded(() => {
        if (row.status === "started") drain.begin(row.id);
        const written = store.putCall(row, durable, fence);
        const then = row.status === "started" ? check : () => drain.end(row.id);
        return isPromise(written) ? written.then(then) : then();
      }),
    requestApproval: (row) => guarded(() => store.requestApproval(row, fence)),
  };
}

function compare(fence: Fence, newest: Lease | undefined): void {
  if (newest?.epoch !== fence.epoch) throw leaseLost(fence, newest);
}
