import process from "node:process";

/**
 * Process groups of children that live now. When our own process ends, in whatever way it is told of, they are killed:
 * a child that does not heed the end of its stdin would stay for ever.
 */
const live = new Set<number>();
const signals: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/** From now on the group dies with our process. `leader` is the pid of a child that was started detached. */
export function keepGroup(leader: number): void {
  if (live.size === 0) watch();
  live.add(leader);
}

/** The group is gone, or no longer ours to end. */
export function dropGroup(leader: number): void {
  if (!live.delete(leader) || live.size > 0) return;
  process.removeListener("exit", killAll);
  for (const signal of signals) process.removeListener(signal, endOnSignal);
}

/** Sends a signal to every process of a group; nothing happens where none is left. */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    // Windows has no groups: there only the child itself is reached.
    process.kill(process.platform === "win32" ? leader : -leader, signal);
  } catch (error) {
    // ESRCH: nobody is left. EPERM: what is left runs as somebody else, and is not ours to end.
    if (!["ESRCH", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}

function watch(): void {
  process.on("exit", killAll);
  for (const signal of signals) process.on(signal, endOnSignal);
}

function killAll(): void {
  for (const leader of live) signalGroup(leader, "SIGKILL");
}

/** Who listens to the signal as well decides what it means; where nobody does, it ends the process as it would have. */
function endOnSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  killAll();
  live.clear();
  for (const name of signals) process.removeListener(name, endOnSignal);
  process.kill(process.pid, signal);
}
