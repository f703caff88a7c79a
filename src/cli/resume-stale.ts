import { formatError } from "../base/errors.ts";
import type { Project } from "../project/open-project.ts";
import type { RunStore, ThreadRow } from "../store/run-store.ts";
import { isHeld } from "../workflow/lease.ts";
import type { CommandArguments } from "./command.ts";
import { EXIT, exitCodeOfError } from "./exit-code.ts";
import { newestRun, resumeRun } from "./resume-run.ts";
import type { Terminal } from "./terminal.ts";

/** Goes on with every run that was stopped or whose process has died, one after the other; asks nobody. */
export async function resumeStale(project: Project, args: CommandArguments, terminal: Terminal): Promise<number> {
  const store = await project.readStore();
  const stale = await staleThreads(store, Date.now());
  if (stale.length === 0) terminal.writeError("No run was left in the middle.\n");
  let worst: number = EXIT.completed;
  for (const { id } of stale) {
    const code = await resumeOne({ project, store, args, terminal }, id);
    if (code === EXIT.stopped) return code;
    if (code !== EXIT.completed && worst !== EXIT.failed) worst = code;
  }
  return worst;
}

/** Threads on which nobody works although they can go on: their run is neither ended nor waiting, or a deadline has passed. */
async function staleThreads(store: RunStore, now: number): Promise<readonly ThreadRow[]> {
  const due = new Set((await store.approvals({ open: true, dueBefore: now })).map(({ thread }) => thread));
  const waiting = await Promise.all([...due].map(async (thread) => store.thread(thread)));
  const running = [
    ...(await store.threads({ status: "running", limit: Number.MAX_SAFE_INTEGER })),
    ...waiting.filter((thread) => thread !== undefined).filter(({ status }) => status === "waiting"),
  ];
  const leases = await Promise.all(running.map(async ({ id }) => store.lease(id)));
  return running.filter((_thread, index) => {
    const lease = leases[index];
    return lease === undefined || !isHeld(lease, now);
  });
}

interface ResumeOne {
  readonly project: Project;
  readonly store: RunStore;
  readonly args: CommandArguments;
  readonly terminal: Terminal;
}

/** What keeps one run from going on does not keep the others. */
async function resumeOne({ project, store, args, terminal }: ResumeOne, thread: string): Promise<number> {
  try {
    return await resumeRun({
      project,
      run: await newestRun(store, thread),
      decisions: {},
      args,
      terminal,
      asks: false,
    });
  } catch (error) {
    terminal.writeError(`${thread}: ${formatError(error)}\n`);
    return exitCodeOfError(error);
  }
}
