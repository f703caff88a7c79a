import type { RunRow, RunStore } from "../store/run-store.ts";
import type { Gateway } from "../tools/gateway/gateway.ts";
import { createMask } from "../tools/mask-personal-data.ts";
import { createSecretFilter } from "../tools/secret-filter.ts";
import { createTaint, type Taint } from "../tools/taint.ts";
import type { Emit } from "../trace/run-event.ts";
import { createAuditTrail } from "./audit-trail.ts";
import type { Drain } from "./drain.ts";
import type { RunContext, WorkflowParts } from "./run-context.ts";
import { openSharedCalls } from "./shared-calls.ts";
import type { Workflow } from "./workflow.ts";

/** What a run's context is made of. */
export interface RunContextParts {
  readonly parts: RunContext["parts"];
  readonly gateway: Gateway;
  readonly workflow: Workflow;
  readonly signal: AbortSignal;
  readonly drain?: Drain;
  readonly emit: Emit;
  readonly live: boolean;
}

/** Makes the context of a run, with the thread's conversation so far where the workflow wants it. */
export async function makeRunContext(made: RunContextParts, row: RunRow): Promise<RunContext> {
  const { parts, workflow } = made;
  const secrets = createSecretFilter(parts.governance?.secrets ?? []);
  return {
    run: row.id,
    thread: row.thread,
    user: row.user,
    locale: parts.locale ?? "en",
    parts,
    gateway: made.gateway,
    limits: workflow.limits,
    signal: made.signal,
    drain: made.drain,
    emit: made.emit,
    live: made.live,
    conversation: await readConversation(parts, workflow, row),
    row,
    spent: { turns: 0, calls: 0, usage: row.usage, startedAt: Date.now() - (row.workedMs ?? 0) },
    writes: [],
    workflow: workflow.name,
    audit: createAuditTrail({
      store: parts.store,
      secrets,
      ...(parts.governance?.mask && { mask: createMask(parts.governance.mask) }),
    }),
    secrets,
    shared: await openSharedCalls(parts.store, row),
    taint: await readTaint(parts, row),
  };
}

/** The labels of what the run called before this stretch of work. */
async function readTaint({ tools, store }: RunContext["parts"], row: RunRow): Promise<Taint> {
  const labelled = new Map(tools.list().flatMap(({ name, labels }) => (labels?.length ? [[name, labels]] : [])));
  if (labelled.size === 0) return createTaint();
  const calls = await store.runCalls(row.id);
  return createTaint(calls.flatMap(({ tool, status }) => (status === "finished" ? (labelled.get(tool) ?? []) : [])));
}

async function readConversation(
  parts: WorkflowParts,
  workflow: Workflow,
  row: RunRow,
): Promise<RunContext["conversation"]> {
  if (workflow.conversationTurns === 0) return [];
  const earlier = await earlierRuns(parts.store, row);
  const told = earlier.flatMap((run) =>
    run.text !== undefined && run.answer !== undefined ? [{ text: run.text, answer: run.answer }] : [],
  );
  return told.slice(-workflow.conversationTurns);
}

/** Oldest first; before a fork those before the run it was forked from. */
async function earlierRuns(store: RunStore, row: RunRow): Promise<readonly RunRow[]> {
  const before = row.ordinal === 1 ? [] : (await store.runs(row.thread)).filter((run) => run.ordinal < row.ordinal);
  const { forkOf } = before[0] ?? row;
  const origin = forkOf && (await store.run(forkOf.run));
  return origin ? [...(await earlierRuns(store, origin)), ...before] : before;
}
