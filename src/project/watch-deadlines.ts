import type { RunStore } from "../store/run-store.ts";

/** A watch over deadlines, until it is closed. */
export interface DeadlineWatch {
  close(): void;
}

/** Who is told of deadlines. */
export interface DeadlineListeners {
  /** Threads in which a deadline has passed; each deadline is told once. To resume such a thread lets it decide. */
  readonly onDue: (threads: readonly string[]) => void;
  readonly onError: (error: unknown) => void;
  /** How often is looked, in ms. @default 1000 */
  readonly everyMs?: number;
}

/** Looks for deadlines that have passed, for a process that stays. Without one they decide when somebody resumes the run. */
export function watchDeadlines(
  openStore: () => Promise<RunStore>,
  { onDue, onError, everyMs = 1000 }: DeadlineListeners,
): DeadlineWatch {
  const told = new Set<string>();
  let looking = false;
  const look = async (): Promise<void> => {
    const store = await openStore();
    const due = await store.approvals({ open: true, dueBefore: Date.now() });
    const news = due.filter(({ id }) => !told.has(id));
    for (const { id } of news) told.add(id);
    if (news.length > 0) onDue([...new Set(news.map(({ thread }) => thread))]);
  };
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    look()
      .catch(onError)
      .finally(() => (looking = false));
  }, everyMs);
  return { close: () => clearInterval(timer) };
}
