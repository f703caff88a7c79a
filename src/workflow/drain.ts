/** How a run comes to rest: it is stopped when nothing is under way any more that would be lost or in doubt. */
export interface Drain {
  /** Something begins that must not be cut off: a question to the model, a call that changes something. */
  begin(id: string): void;
  end(id: string): void;
  /** Returns at once as long as nobody wants the run to stop; else it waits for the stop, and throws. */
  rest(): Promise<void> | undefined;
  /** Stops listening. */
  close(): void;
}

/** Makes the drain of one stretch of work. `asked` wants it to stop, `stop` stops it, `stopped` says that it was. */
export function createDrain(
  asked: AbortSignal | undefined,
  { stop, stopped }: { readonly stop: () => void; readonly stopped: AbortSignal },
): Drain {
  const underWay = new Set<string>();
  const stopIfQuiet = (): void => {
    if (asked?.aborted && underWay.size === 0) stop();
  };
  asked?.addEventListener("abort", stopIfQuiet, { once: true });
  return {
    begin: (id) => void underWay.add(id),
    end: (id) => {
      if (underWay.delete(id)) stopIfQuiet();
    },
    rest: () => {
      if (!asked?.aborted) return undefined;
      stopIfQuiet();
      return untilAborted(stopped);
    },
    close: () => asked?.removeEventListener("abort", stopIfQuiet),
  };
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    if (signal.aborted) return onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
  });
}
