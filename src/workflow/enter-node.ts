import { isSopwithError, messageOf, type SopwithError } from "../base/errors.ts";
import type { NodeResult, WorkflowNode, AnyState } from "./node.ts";
import type { RunContext } from "./run-context.ts";
import type { Visit } from "./visit.ts";
import { type Interrupt, waitForDecisions } from "./wait-for-decisions.ts";
import { nodeFailed } from "./workflow-errors.ts";

/** What entering a node came to. */
export type Entered = { readonly result: NodeResult<AnyState> } | { readonly failure: SopwithError };

/** One entry into a node. */
export interface Entry {
  readonly context: RunContext;
  readonly name: string;
  readonly path: string;
  readonly node: WorkflowNode<AnyState>;
  readonly state: AnyState;
  readonly visit: number;
  readonly interrupt: Interrupt;
  /** True for what LangGraph throws to steer, which must pass. */
  readonly steers: (thrown: unknown) => boolean;
}

/** Runs one visit of a node, with its retries. A failure comes back as a value; only steering is thrown. */
export async function enterNode(entry: Entry): Promise<Entered> {
  const { context, node, path, visit } = entry;
  await context.drain?.rest();
  const startedAt = performance.now();
  context.emit({ type: "node-start", node: path, kind: node.kind, visit });
  const end = (status: "completed" | "degraded" | "failed" | "waiting", note?: string): void =>
    context.emit({
      type: "node-end",
      node: path,
      visit,
      status,
      durationMs: performance.now() - startedAt,
      ...(note !== undefined && { note }),
    });
  const maxAttempts = node.retry?.maxAttempts ?? 1;
  for (let attempt = 1; ; attempt += 1) {
    const told: Told = { reasons: [], stop: undefined };
    try {
      const result = withReasons(await node.run(entry.state, makeVisit(entry, attempt, told)), told.reasons);
      if (told.stop) throw told.stop.thrown;
      end(result.degraded === undefined ? "completed" : "degraded", result.degraded);
      return { result };
    } catch (caught) {
      // A node that caught what stops it, and went on or failed because of it, waits all the same.
      const thrown = told.stop ? told.stop.thrown : caught;
      if (entry.steers(thrown)) {
        end("waiting");
        throw thrown;
      }
      if (context.signal.aborted) throw thrown;
      const failure = isSopwithError(thrown) ? thrown : nodeFailed(entry.name, thrown);
      if (attempt >= maxAttempts || !isWorthRetrying(failure)) {
        end("failed", failure.message);
        return { failure };
      }
      context.emit({
        type: "notice",
        node: path,
        level: "warning",
        message: `${messageOf(failure)} Try ${attempt + 1} of ${maxAttempts} follows.`,
      });
      await pause(node.retry?.waitMs ?? 0, context.signal);
    }
  }
}

/** A replay would come to the same end for these; and what may have happened must not be tried again. */
function isWorthRetrying(failure: SopwithError): boolean {
  if (failure.code === "LIMIT_REACHED" || failure.code === "OUTPUT_INVALID" || failure.code === "SOP_INCOMPLETE")
    return false;
  const happened = failure.data["status"];
  return happened !== "ok" && happened !== "in_doubt" && happened !== "denied";
}

function withReasons(result: NodeResult<AnyState>, reasons: readonly string[]): NodeResult<AnyState> {
  return reasons.length === 0
    ? result
    : { ...result, degraded: [...(result.degraded === undefined ? [] : [result.degraded]), ...reasons].join(" ") };
}

/** What a visit said of itself while it ran. */
interface Told {
  readonly reasons: string[];
  /** Set when it was stopped to wait for a person. */
  stop: { readonly thrown: unknown } | undefined;
}

function makeVisit(entry: Entry, attempt: number, told: Told): Visit {
  const { context, name, path, visit, interrupt } = entry;
  const key = { run: context.run, path, visit };
  return {
    ...key,
    node: name,
    context,
    attempt,
    grantedBy: entry.node.grantedBy,
    signal: context.signal,
    degrade: (reason) => void told.reasons.push(reason),
    ask: async (questions) => {
      try {
        return await waitForDecisions(context, key, { questions, interrupt });
      } catch (thrown) {
        if (entry.steers(thrown)) told.stop = { thrown };
        throw thrown;
      }
    },
  };
}

function pause(waitMs: number, signal: AbortSignal): Promise<void> {
  if (waitMs <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, waitMs);
    signal.addEventListener("abort", finish, { once: true });
  });
}
