import { type Awaitable, isPromise } from "../base/awaitable.ts";
import { previewJson, safeStringify } from "../base/json.ts";
import type { AuditEntry } from "../store/audit-store.ts";
import type { RunStore } from "../store/run-store.ts";
import type { AuditCall, AuditedCall } from "../tools/audited-call.ts";
import { createMask, type Mask } from "../tools/mask-personal-data.ts";
import { toOutcomeReason } from "../tools/outcome-message.ts";
import type { SecretFilter } from "../tools/secret-filter.ts";

/** The record of all calls of a run's stretch of work. */
export interface AuditTrail {
  readonly record: AuditCall;
  /** Writes down that a call that changes something is about to begin; durable when it returns. @throws what the store throws */
  intend(call: IntendedCall): Awaitable<void>;
  /** Writes what is not written yet. @throws what the store throws */
  flush(): Awaitable<void>;
}

/** A call that is about to begin. */
export interface IntendedCall extends Pick<AuditedCall, "at" | "caller" | "effect" | "input"> {
  readonly callId: string;
  readonly tool: string;
  /** Who makes it, so that another process can tell whether it still may. */
  readonly notes: readonly string[];
}

/** The status of an intent. A call without any other entry was cut off, or is being made. */
export const startedStatus = "started";

/** What a trail is made of. */
export interface AuditTrailParts {
  readonly store: Pick<RunStore, "appendAudit">;
  /** @default all common patterns */
  readonly mask?: Mask;
  readonly secrets?: SecretFilter | undefined;
}

/** Reads that may wait to be written together. */
const longestBuffer = 256;
/** Characters of a summary; more is looked at, so that nothing is cut in two before it is masked. */
const summaryLength = 500;
const maskedLength = 4000;

/**
 * Makes a trail. Calls that change something are written before their caller goes on; reads in one go when the event
 * loop comes round. What could not be written stays, and is tried again with the next, at the latest by `flush`.
 */
export function createAuditTrail({ store, mask = createMask(), secrets }: AuditTrailParts): AuditTrail {
  let waiting: (AuditedCall | IntendedCall)[] = [];
  let writing: Promise<void> | undefined;
  let isDue = false;

  const write = (): Awaitable<void> => {
    // One write at a time: the chain of the store has one end.
    if (writing !== undefined) return writing.then(write, write);
    if (waiting.length === 0) return undefined;
    const taken = waiting;
    waiting = [];
    const giveBack = (error: unknown): never => {
      writing = undefined;
      waiting = [...taken, ...waiting];
      throw error;
    };
    try {
      const masked: Mask = (text) => mask(secrets?.text(text) ?? text);
      const entries = taken.map((call) =>
        "outcome" in call ? toAuditEntry(call, masked) : toIntentEntry(call, masked),
      );
      const written = store.appendAudit(entries, taken.some(changesSomething));
      if (!isPromise(written)) return undefined;
      const forget = (): void => void (writing = undefined);
      writing = written.then(forget, giveBack);
      return writing;
    } catch (error) {
      return giveBack(error);
    }
  };
  const writeLater = (): void => {
    isDue = false;
    attempt(write);
  };
  return {
    record: (call) => {
      waiting.push(call);
      if (changesSomething(call) || waiting.length >= longestBuffer) return attempt(write);
      if (isDue) return;
      isDue = true;
      setImmediate(writeLater);
    },
    intend: (call) => {
      waiting.push(call);
      return orElse(write, (error) => {
        // A call that is not made leaves no intent.
        waiting = waiting.filter((other) => other !== call);
        throw error;
      });
    },
    flush: write,
  };
}

/** Whether it fails at once or later. */
function orElse(work: () => Awaitable<void>, onError: (error: unknown) => never): Awaitable<void> {
  try {
    const done = work();
    return isPromise(done) ? done.catch(onError) : undefined;
  } catch (error) {
    return onError(error);
  }
}

/** A failure is not lost: what was not written is still there, and `flush` tells. */
function attempt(write: () => Awaitable<void>): void {
  try {
    const written = write();
    if (isPromise(written)) written.catch(() => undefined);
  } catch {
    // The entries wait for the next write.
  }
}

function changesSomething({ effect }: Pick<AuditedCall, "effect">): boolean {
  return effect !== undefined && effect !== "read";
}

/** One call as it is kept, masked. */
function toAuditEntry(call: AuditedCall, mask: Mask): AuditEntry {
  const { caller, effect, outcome, fallbackOf, rule } = call;
  const code = "code" in outcome ? outcome.code : undefined;
  return {
    id: `${outcome.callId}:${outcome.status}`,
    at: new Date(call.at).toISOString(),
    thread: caller.thread,
    run: caller.run,
    node: caller.node,
    ...(caller.user !== undefined && { user: caller.user }),
    callId: outcome.callId,
    tool: outcome.tool,
    ...(effect !== undefined && { effect }),
    input: summary(call.input, mask),
    output: summary(outcome.status === "ok" ? outcome.output : toOutcomeReason(outcome, "en"), mask),
    status: outcome.status,
    ...(code !== undefined && { code }),
    attempts: outcome.attempts,
    durationMs: Math.round(outcome.durationMs),
    ...(outcome.backend !== undefined && { backend: outcome.backend }),
    ...(outcome.notes && { notes: outcome.notes.map(mask) }),
    ...(outcome.insteadOf !== undefined && { insteadOf: outcome.insteadOf }),
    ...(fallbackOf !== undefined && { fallbackOf }),
    ...(rule !== undefined && { rule }),
  };
}

function toIntentEntry(call: IntendedCall, mask: Mask): AuditEntry {
  const { at, caller, effect, callId, tool, notes } = call;
  return {
    id: `${callId}:${startedStatus}`,
    at: new Date(at).toISOString(),
    thread: caller.thread,
    run: caller.run,
    node: caller.node,
    ...(caller.user !== undefined && { user: caller.user }),
    callId,
    tool,
    ...(effect !== undefined && { effect }),
    input: summary(call.input, mask),
    output: "",
    status: startedStatus,
    attempts: 0,
    durationMs: 0,
    notes,
  };
}

function summary(value: unknown, mask: Mask): string {
  const text = typeof value === "string" ? value : safeStringify(value);
  return previewJson(mask(text.slice(0, maskedLength)), summaryLength);
}
