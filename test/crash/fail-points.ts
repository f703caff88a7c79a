import { writeSync } from "node:fs";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { RunStore } from "../../src/store/run-store.ts";
import { storeLocked, storeUnwritable } from "../../src/store/store-errors.ts";

/** What happens at which of the numbered points. */
export interface FailPlan {
  /** From 1; 0 for never. */
  readonly at: number;
  /**
   * `kill`: SIGKILL. `stop`: SIGSTOP, after saying so on stdout. `full` and `locked`: the store refuses the write.
   * `clock`: the clock jumps an hour ahead and the process goes on.
   */
  readonly kind: "kill" | "stop" | "full" | "locked" | "clock";
}

/** Counts the points a process passes. */
export interface FailPoints {
  pass(name: string, inStore?: boolean): void;
  readonly names: readonly string[];
}

const HOUR_MS = 3_600_000;

/** Makes the points of one process. */
export function createFailPoints({ at, kind }: FailPlan): FailPoints {
  const names: string[] = [];
  return {
    names,
    pass(name, inStore = false) {
      names.push(name);
      if (names.length !== at) return;
      if (kind === "kill") process.kill(process.pid, "SIGKILL");
      if (kind === "stop") {
        writeSync(1, `stopped ${name}\n`);
        process.kill(process.pid, "SIGSTOP");
      }
      if (kind === "clock") jumpAhead();
      if (!inStore) return;
      if (kind === "full") throw storeUnwritable("store.db", new Error("database or disk is full"));
      if (kind === "locked") throw storeLocked("store.db", 5000, new Error("database is locked"));
    },
  };
}

function jumpAhead(): void {
  const { now } = Date;
  Date.now = () => now() + HOUR_MS;
}

const WRITES = [
  "putRun",
  "takeLease",
  "dropLease",
  "putTurn",
  "putCall",
  "requestApproval",
  "decide",
  "putSkillText",
  "appendAudit",
] as const;

/** The store with a point before and after each thing it writes, checkpoints included. */
export function withFailPoints(store: RunStore, points: FailPoints): RunStore {
  const wrapped: Record<string, unknown> = { ...store };
  for (const name of WRITES) {
    const write = store[name] as (...values: unknown[]) => unknown;
    wrapped[name] = (...values: unknown[]) => {
      points.pass(`before ${name}`, true);
      const result = write(...values);
      points.pass(`after ${name}`);
      return result;
    };
  }
  let saver: BaseCheckpointSaver | undefined;
  wrapped["checkpointer"] = async () => (saver ??= withSaverPoints(await store.checkpointer(), points));
  return wrapped as unknown as RunStore;
}

function withSaverPoints(saver: BaseCheckpointSaver, points: FailPoints): BaseCheckpointSaver {
  const put = saver.put.bind(saver);
  const putWrites = saver.putWrites.bind(saver);
  saver.put = async (...values) => {
    points.pass("before checkpoint", true);
    const result = await put(...values);
    points.pass("after checkpoint");
    return result;
  };
  saver.putWrites = async (...values) => {
    points.pass("before checkpoint writes", true);
    await putWrites(...values);
    points.pass("after checkpoint writes");
  };
  return saver;
}
