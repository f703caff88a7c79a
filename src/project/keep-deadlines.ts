import { messageOf } from "../base/errors.ts";
import type { Project } from "./open-project.ts";
import { openRunner } from "./open-runner.ts";
import { watchDeadlines } from "./watch-deadlines.ts";

/** A process that lets deadlines decide on time, until it is closed. */
export interface DeadlineKeeper {
  /** Ends when the runs that go on just now have come to rest. */
  close(): Promise<void>;
}

/** Who is told, and what stops the runs that go on. */
export interface DeadlineKeeperOptions {
  /** One line for each run that went on, or could not. */
  readonly onNotice: (message: string) => void;
  readonly drain: AbortSignal;
  /** How often is looked, in ms. @default 1000 */
  readonly everyMs?: number;
}

/** Goes on with each run of the project in which a deadline passes: it then decides as its question says. Asks nobody. */
export function keepDeadlines(project: Project, options: DeadlineKeeperOptions): DeadlineKeeper {
  const { onNotice, drain, everyMs } = options;
  const working = new Set<Promise<void>>();
  const goOn = (thread: string): void => {
    const work = resumeDue(project, thread, drain)
      .then(
        (status) => void (status && onNotice(`A deadline has passed on thread "${thread}"; its run is ${status}.`)),
        (error: unknown) => onNotice(`Thread "${thread}" did not go on after its deadline: ${messageOf(error)}`),
      )
      .finally(() => working.delete(work));
    working.add(work);
  };
  const watch = watchDeadlines(() => project.readStore(), {
    onDue: (threads) => threads.forEach(goOn),
    onError: (error) => onNotice(`Deadlines could not be looked at: ${messageOf(error)}`),
    ...(everyMs !== undefined && { everyMs }),
  });
  return {
    close: async () => {
      watch.close();
      await Promise.all(working);
    },
  };
}

/** How the run stands afterwards; nothing where it waits no longer. */
async function resumeDue(project: Project, thread: string, drain: AbortSignal): Promise<string | undefined> {
  const store = await project.readStore();
  const found = await store.thread(thread);
  const run = found && (await store.run(found.lastRun));
  if (run?.status !== "waiting") return undefined;
  const workflow = await project.workflow(run.workflow);
  const opened = await openRunner(project, workflow, { rehearsal: run.rehearsal, run: run.id });
  try {
    return (await opened.runner.resume(thread, {}, { drain })).status;
  } finally {
    await opened.close();
  }
}
