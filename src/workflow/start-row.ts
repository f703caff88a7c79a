import { randomUUID } from "node:crypto";
import type { JsonObject } from "../base/json.ts";
import type { RunRow, RunStore } from "../store/run-store.ts";
import type { StartOptions } from "./run-result.ts";
import { checkThreadName } from "./check-thread-name.ts";
import { threadOpen } from "./runner-errors.ts";
import { parseInput } from "./state-check.ts";
import { workflowHash } from "./workflow-hash.ts";
import type { Workflow } from "./workflow.ts";

/**
 * The row of a new run, with its input checked and completed.
 * @throws `STATE_INVALID`, `THREAD_OPEN`, `THREAD_NAME_INVALID`
 */
export async function startRow(
  parts: { readonly store: RunStore; readonly workflow: Workflow; readonly thread: string },
  input: unknown,
  options: StartOptions,
): Promise<RunRow> {
  const { store, workflow, thread } = parts;
  const before = await store.thread(thread);
  if (!before) checkThreadName(thread);
  const last = before && (await store.run(before.lastRun));
  if (last && (last.status === "running" || last.status === "waiting")) throw threadOpen(last);
  const kept = last?.state && last.workflow === workflow.name ? pick(last.state, workflow.keep) : {};
  const state = parseInput(workflow, { ...kept, ...(input as JsonObject) });
  const ordinal = (before?.runs ?? 0) + 1;
  return {
    id: `${thread}/${ordinal}`,
    thread,
    ordinal,
    workflow: workflow.name,
    workflowHash: workflowHash(workflow),
    status: "running",
    input: state as JsonObject,
    skills: {},
    usage: { inputTokens: 0, outputTokens: 0 },
    startedAt: new Date().toISOString(),
    ...(options.text !== undefined && { text: options.text }),
    ...(options.user !== undefined && { user: options.user }),
    ...(options.rehearsal !== undefined && { rehearsal: options.rehearsal }),
  };
}

/** A name for a thread that nobody named. */
export function newThread(workflow: string): string {
  return `${workflow}-${randomUUID().slice(0, 8)}`;
}

function pick(state: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(keys.flatMap((key) => (state[key] === undefined ? [] : [[key, state[key]]])));
}
