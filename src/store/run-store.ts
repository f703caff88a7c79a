import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { Awaitable } from "../base/awaitable.ts";
import type { JsonObject, JsonValue } from "../base/json.ts";
import type { Usage } from "../base/usage.ts";
import type { AuditStore } from "./audit-store.ts";
import type { PruneReport } from "./prune-report.ts";
import type { RegistryStore } from "./registry-store.ts";
import type { ApprovalKind, DecisionView, RunStatus, StepView } from "../trace/run-event.ts";

/** One conversation or case. Its runs follow one another, never side by side. */
export interface ThreadRow {
  readonly id: string;
  readonly workflow: string;
  /** ISO times. */
  readonly createdAt: string;
  readonly updatedAt: string;
  /** How many runs were started on it; the newest is `lastRun`. */
  readonly runs: number;
  readonly lastRun: string;
  readonly status: RunStatus;
}

/** One run: from its start until it has ended. */
export interface RunRow {
  /** `<thread>/<ordinal>`; also LangGraph's thread id of the run's checkpoints. */
  readonly id: string;
  readonly thread: string;
  /** 1 for the first run of the thread. */
  readonly ordinal: number;
  readonly workflow: string;
  /** Hash of the workflow's shape (nodes, edges, kinds) when the run started. */
  readonly workflowHash: string;
  readonly status: RunStatus;
  /** What the user typed, where the run began with a text. */
  readonly text?: string;
  readonly input: JsonObject;
  readonly answer?: string;
  /** The state at the end of the run. */
  readonly state?: JsonObject;
  readonly error?: { readonly code: string; readonly message: string; readonly hint?: string };
  /** Why a degraded run is only half a success. */
  readonly reasons?: readonly string[];
  /** Tool name to the hash of its contract, as the run goes by them. */
  readonly tools?: Readonly<Record<string, string>>;
  /** Tool name to the version that the run uses, for tools of which there are several. */
  readonly versions?: Readonly<Record<string, number>>;
  /** Skill name to content hash, as the run uses them. */
  readonly skills: Readonly<Record<string, string>>;
  /** How each node visit kept to the SOP of its skill. */
  readonly conformance?: readonly ConformanceRow[];
  /** What happened outside of it while it was worked on, such as tools of servers that came and went. */
  readonly news?: readonly { readonly at: string; readonly level: "info" | "warning"; readonly message: string }[];
  /** The run that this one was forked from, and at which of its points. */
  readonly forkOf?: { readonly run: string; readonly point: number };
  /** The rehearsal file that plays the model, if one does. */
  readonly rehearsal?: string;
  readonly user?: string;
  readonly usage: Usage;
  /** Working time in ms over all stretches of work; waiting is not counted. */
  readonly workedMs?: number;
  readonly startedAt: string;
  readonly endedAt?: string;
}

/** How one node visit kept to the SOP of its skill. */
export interface ConformanceRow {
  readonly path: string;
  readonly visit: number;
  readonly skill: string;
  readonly hash: string;
  readonly mode: "report" | "guide" | "enforce";
  readonly conforms: boolean;
  readonly steps: readonly StepView[];
  /** Calls that the SOP stopped before they ran. */
  readonly refused: readonly { readonly callId: string; readonly tool: string; readonly reason: string }[];
}

/** Where in a run something happened. Nothing in it depends on a process, a checkpoint or an attempt. */
export interface VisitKey {
  readonly run: string;
  /** Node name; `outer/inner` inside a sub-workflow. */
  readonly path: string;
  /** How often the node was entered in this run, from 1. */
  readonly visit: number;
}

/** One model turn of a node visit, kept so that a resumed node asks no model again. */
export interface TurnRow extends VisitKey {
  /** From 0. */
  readonly turn: number;
  /** What the model answered, as plain JSON. */
  readonly reply: unknown;
  /** Hash of what the model was told: the one of the turn before, and the messages since. */
  readonly request?: string;
  readonly at: string;
}

/** One tool call: intent before, outcome after. */
export interface CallRow extends VisitKey {
  /** Logical identity of the call; also the idempotency key handed to the tool. */
  readonly id: string;
  readonly turn: number;
  /** Place in the turn, from 0. */
  readonly position: number;
  readonly tool: string;
  /** Plain JSON. Arguments and outcome stand here unmasked: the file is 0600 and never exported. */
  readonly input: unknown;
  /** SHA-256 of the canonical arguments; made for calls that change something. */
  readonly inputHash?: string;
  /**
   * Where a person wanted other arguments than the call was asked for with: the hash of those that were asked for, and
   * what the person gave, before defaults.
   */
  readonly change?: { readonly asked: string; readonly input: unknown; readonly by: string };
  readonly status: "started" | "finished";
  readonly attempts: number;
  /** Plain JSON. */
  readonly outcome?: unknown;
  /** Id of the call that this one stands in for. */
  readonly fallbackOf?: string;
  /** In a fork: the call of another run that really did this. */
  readonly sharedFrom?: string;
  readonly startedAt: string;
  readonly finishedAt?: string;
}

/** A stored decision. */
export interface DecisionRow extends DecisionView {
  readonly at: string;
  /** Over the question and the decision, where the project signs; kept apart from the key. */
  readonly signature?: string;
}

/** A question to a person, and its decision once there is one. */
export interface ApprovalRow extends VisitKey {
  readonly id: string;
  readonly thread: string;
  /** For whom the run works. */
  readonly user?: string;
  readonly kind: ApprovalKind;
  readonly title: string;
  readonly details?: JsonValue;
  /** Calls that an approval allows, once each, without asking again. */
  readonly grants?: readonly { readonly tool: string; readonly input: JsonObject }[];
  /** JSON Schema of the answer, for forms. */
  readonly schema?: JsonObject;
  readonly requestedAt: string;
  /** Who is to decide, as the workflow calls them. */
  readonly to?: string;
  /** Who is to decide from an ISO time on. */
  readonly escalation?: { readonly at: string; readonly to: string };
  /** ISO time after which `onDeadline` holds. */
  readonly deadline?: string;
  readonly onDeadline?: "approve" | "reject";
  readonly decision?: DecisionRow;
}

/** What became of an attempt to decide. */
export type DecideResult = "decided" | "unknown" | "already-decided" | "expired";

/** Who holds a thread. */
export interface Lease {
  readonly owner: string;
  /** From 1; grows each time the thread goes to another owner, and never goes back. */
  readonly epoch: number;
  /** ISO time after which another may take it. */
  readonly expiresAt: string;
}

/**
 * The hold under which something is written. A store compares it with the thread's newest lease in the same step as it
 * writes, so that a process which slept through the end of its hold cannot change anything when it wakes up.
 */
export interface Fence {
  readonly thread: string;
  /** Of the lease, as it was taken. */
  readonly epoch: number;
}

/** How long a lease is taken for: `ttlMs` from `now` on, both in ms. */
export interface LeaseTerm {
  readonly ttlMs: number;
  readonly now: number;
}

/**
 * The memory of the project: checkpoints, journal, threads, runs, approvals, the audit trail, what operators decided
 * about tools. Rows are plain JSON and are replaced whole. An implementation must be safe for several processes unless its docs say otherwise; every method may answer
 * at once or with a promise. Nothing here is SQL's.
 *
 * A write that is handed a fence is refused with `LEASE_LOST` once somebody else has had the thread since.
 *
 * @throws `STORE_LOCKED`, `STORE_CORRUPT`, `STORE_FOREIGN`, `STORE_NEWER`, `STORE_UNWRITABLE`, `STORE_CLOSED` from any
 * method
 */
export interface RunStore extends AuditStore, RegistryStore {
  /** `memory`, `sqlite`: for messages. */
  readonly kind: string;
  /** False when everything is gone with the process: a waiting run can then not be resumed elsewhere. */
  readonly durable: boolean;
  /** Where it is, such as a file's path: what tells it from other stores. */
  readonly place?: string;

  /** LangGraph's saver on the same database. */
  checkpointer(): Awaitable<BaseCheckpointSaver>;

  thread(id: string): Awaitable<ThreadRow | undefined>;
  /** Newest first. `status` filters; `limit` defaults to 100. */
  threads(filter?: { readonly status?: RunStatus; readonly limit?: number }): Awaitable<readonly ThreadRow[]>;
  run(id: string): Awaitable<RunRow | undefined>;
  /** In the order they were started. */
  runs(thread: string): Awaitable<readonly RunRow[]>;
  /** Inserts or replaces a run and brings its thread's row up to date, in one transaction. @throws `LEASE_LOST` */
  putRun(row: RunRow, fence?: Fence): Awaitable<void>;

  /** Takes or renews a thread for `owner`; answers the holder when somebody else's lease has not expired at `now`. */
  takeLease(thread: string, owner: string, term: LeaseTerm): Awaitable<Lease>;
  /** Gives the thread back; its epoch is remembered. Does nothing for anybody but the owner. */
  dropLease(thread: string, owner: string): Awaitable<void>;
  lease(thread: string): Awaitable<Lease | undefined>;

  /** Turns of one node visit, in order. */
  turns(visit: VisitKey): Awaitable<readonly TurnRow[]>;
  /** Inserts or replaces. @throws `LEASE_LOST` */
  putTurn(row: TurnRow, fence?: Fence): Awaitable<void>;
  /** Calls of one node visit, by turn and position. */
  calls(visit: VisitKey): Awaitable<readonly CallRow[]>;
  /** All turns and calls of a run in the order they began: what `threads show` reads. */
  runTurns(run: string): Awaitable<readonly TurnRow[]>;
  runCalls(run: string): Awaitable<readonly CallRow[]>;
  call(id: string): Awaitable<CallRow | undefined>;
  /** Inserts or replaces. `durable` asks that the row survives a power cut before this returns. @throws `LEASE_LOST` */
  putCall(row: CallRow, durable: boolean, fence?: Fence): Awaitable<void>;

  approval(id: string): Awaitable<ApprovalRow | undefined>;
  /** Oldest first. `open: true` gives those without a decision. */
  approvals(filter?: {
    readonly run?: string;
    readonly thread?: string;
    readonly open?: boolean;
    /** Only those with a deadline before this moment, in ms since 1970. */
    readonly dueBefore?: number;
  }): Awaitable<readonly ApprovalRow[]>;
  /** Inserts; a row with this id that is there already stays as it is. @throws `LEASE_LOST` */
  requestApproval(row: ApprovalRow, fence?: Fence): Awaitable<void>;
  /** Writes the decision if the row exists, has none, and its deadline is not past at `now` (ms); atomic. */
  decide(id: string, decision: DecisionRow, now: number): Awaitable<DecideResult>;

  /** Keeps a skill's text under its hash; an existing one stays. */
  putSkillText(hash: string, text: string): Awaitable<void>;
  skillText(hash: string): Awaitable<string | undefined>;

  /**
   * Removes threads whose newest run has ended for good and was touched last before this ISO time, with everything that
   * hangs on them. What can still go on is kept; so is the audit trail.
   */
  pruneThreads(before: string): Awaitable<PruneReport>;

  close(): Awaitable<void>;
}
