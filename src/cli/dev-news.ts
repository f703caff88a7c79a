/** What has happened in a project and was not shown yet. */
export interface DevNews {
  /** Everything since the last time, and nothing of it again. `code` is a module that changed. */
  take(): {
    readonly lines: readonly string[];
    readonly isSaved: boolean;
    readonly code: string | undefined;
    /** Threads in which a deadline has passed. */
    readonly due: readonly string[];
  };
  /** Answers when there is something to take, or `signal` aborts. */
  next(signal: AbortSignal): Promise<void>;
}

/** Where watchers put what happened. */
export interface DevNewsDesk extends DevNews {
  /** Lines to show; `isSaved` where a run would go another way now. */
  add(lines: readonly string[], isSaved?: boolean): void;
  readonly addCode: (file: string) => void;
  readonly addDue: (threads: readonly string[]) => void;
}

/** Makes an empty desk. */
export function createDevNews(): DevNewsDesk {
  let lines: string[] = [];
  let isSaved = false;
  let code: string | undefined;
  let due: string[] = [];
  let arrived = Promise.withResolvers<void>();
  return {
    add(more, saved = false) {
      lines.push(...more);
      isSaved ||= saved;
      arrived.resolve();
    },
    addCode(file) {
      code = file;
      arrived.resolve();
    },
    addDue(threads) {
      due.push(...threads);
      arrived.resolve();
    },
    take() {
      const news = { lines, isSaved, code, due };
      lines = [];
      due = [];
      isSaved = false;
      code = undefined;
      arrived = Promise.withResolvers();
      return news;
    },
    async next(signal) {
      const stopped = Promise.withResolvers<void>();
      const onStop = (): void => stopped.resolve();
      signal.addEventListener("abort", onStop, { once: true });
      if (signal.aborted) onStop();
      await Promise.race([arrived.promise, stopped.promise]);
      signal.removeEventListener("abort", onStop);
    },
  };
}
