import type { Awaitable } from "../base/awaitable.ts";

/** What is on record of one tool call, refused ones too. Personal data and secrets are masked before it comes here. */
export interface AuditEntry {
  /** `<call id>:<status>`: a call that waited for a person and then ran has two entries. */
  readonly id: string;
  /** ISO time. */
  readonly at: string;
  readonly thread: string;
  readonly run: string;
  /** Path of the node that called: the agent. */
  readonly node: string;
  /** The end user, where the run has one. */
  readonly user?: string;
  readonly callId: string;
  readonly tool: string;
  /** Absent where no tool was found. */
  readonly effect?: string;
  /** Arguments and result or reason, cut. */
  readonly input: string;
  readonly output: string;
  readonly status: string;
  /** Why a call was refused or failed. */
  readonly code?: string;
  readonly attempts: number;
  /** Whole milliseconds. */
  readonly durationMs: number;
  /** The instance that served the last attempt, for tools with `backends`. */
  readonly backend?: string;
  /** Repairs and replacements. */
  readonly notes?: readonly string[];
  /** The tool in whose place this one was called, and the call. */
  readonly insteadOf?: string;
  readonly fallbackOf?: string;
  /** The policy rule that decided, where policies are set. */
  readonly rule?: string;
}

/** An entry in the chain. */
export interface AuditRow extends AuditEntry {
  /** From 1, without gaps until old rows are pruned. */
  readonly seq: number;
  /** `hash` of the row before; empty for the first. */
  readonly previous: string;
  /** SHA-256 (hex) over `previous`, `seq` and the entry. */
  readonly hash: string;
}

/** Which rows are wanted. */
export interface AuditFilter {
  readonly thread?: string;
  readonly tool?: string;
  readonly user?: string;
  readonly status?: string;
  /** ISO time: rows from then on. */
  readonly since?: string;
  /** The newest so many. @default 1000 */
  readonly limit?: number;
}

/** The newest row's place and hash: kept elsewhere, it shows whether anything before it was changed. */
export type AuditHead = Pick<AuditRow, "seq" | "hash">;

/** The audit part of a store: rows are added, never changed. */
export interface AuditStore {
  /** Adds entries to the chain, all or none; those whose id is there already are left out. */
  appendAudit(entries: readonly AuditEntry[], durable: boolean): Awaitable<void>;
  /** Oldest first. */
  audit(filter?: AuditFilter): Awaitable<readonly AuditRow[]>;
  auditHead(): Awaitable<AuditHead | undefined>;
  /** Removes rows from before this ISO time, but never the newest; answers how many. */
  pruneAudit(before: string): Awaitable<number>;
}
