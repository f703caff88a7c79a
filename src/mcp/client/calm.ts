/** Runs a piece of work after changes were told of, once for many of them. */
export interface Calm {
  /** Something changed: the work is done soon, and once more if this comes while it is done. */
  tell(): void;
  stop(): void;
}

/** Changes are waited for until none came for so long, in ms. */
const quietMs = 50;

/**
 * Makes a calm: the work runs `quietMs` after the last of several changes, never twice at once, and always once more
 * after the last change. `work` must not throw.
 */
export function createCalm(work: () => Promise<void>): Calm {
  let timer: NodeJS.Timeout | undefined;
  let busy = false;
  let again = false;
  let stopped = false;
  const run = async (): Promise<void> => {
    timer = undefined;
    busy = true;
    await work();
    busy = false;
    if (!again || stopped) return;
    again = false;
    wait();
  };
  const wait = (): void => {
    // One that is waiting is not put off for ever by a server that changes all the time.
    timer ??= setTimeout(() => void run(), quietMs).unref();
  };
  return {
    tell() {
      if (stopped) return;
      if (busy) again = true;
      else wait();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
