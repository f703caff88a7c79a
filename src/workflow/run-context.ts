import type { Awaitable } from "../base/awaitable.ts";
import type { JsonValue } from "../base/json.ts";
import type { ChatModel } from "../model/model.ts";
import type { SkillSearchOptions } from "../skills/meaning-search.ts";
import type { SkillHit } from "../skills/search-skills.ts";
import type { Skill, SkillSummary } from "../skills/skill.ts";
import type { RunRow, RunStore } from "../store/run-store.ts";
import type { Gateway } from "../tools/gateway/gateway.ts";
import type { SecretFilter } from "../tools/secret-filter.ts";
import type { Taint } from "../tools/taint.ts";
import type { ToolRegistry } from "../tools/tool-registry.ts";
import type { Locale } from "../tools/tool.ts";
import type { Usage } from "../base/usage.ts";
import type { Emit } from "../trace/run-event.ts";
import type { AuditTrail } from "./audit-trail.ts";
import type { Drain } from "./drain.ts";
import type { Governance } from "./governance.ts";
import type { RunLimits } from "./run-limits.ts";
import type { SharedCalls } from "./shared-calls.ts";

/** Where nodes get their skills; a skill library is one. */
export interface SkillSource {
  list(): readonly SkillSummary[];
  /** With a locale, in that language where the skill is translated. */
  get(name: string, options?: { readonly locale?: string }): Promise<Skill>;
  resources(name: string): Promise<readonly string[]>;
  readResource(name: string, path: string): Promise<{ readonly text: string; readonly path: string }>;
  /** The skills that fit `query`, best first. @default names and descriptions are searched */
  search?(query: string, limit?: number, options?: SkillSearchOptions): Promise<readonly SkillHit[]>;
}

/** What happened outside of a run, and matters to it. */
export interface RunNews {
  readonly level: "info" | "warning";
  /** A sentence for people. */
  readonly message: string;
}

/** The parts a workflow needs to become live. */
export interface WorkflowParts {
  /** @default a registry with the workflow's own tools */
  readonly tools?: ToolRegistry;
  readonly skills: SkillSource;
  readonly model: ChatModel;
  readonly store: RunStore;
  /** The language of messages to the model. @default "en" */
  readonly locale?: Locale;
  /** @default no rules beyond those of nodes, skills and tools */
  readonly governance?: Governance;
  /**
   * Calls back with what happens outside of a run while it is worked on, such as tools of a server that come and go; it
   * becomes a notice of the run. @returns what ends it
   */
  readonly followNews?: (tell: (news: RunNews) => void) => () => void;
  /** Called before each stretch of work on a run; what it answers stands in the run's events as warnings. @default nothing is done */
  readonly beforeRun?: () => Awaitable<readonly string[]>;
}

/** What all nodes of one run share. Lives as long as one process works on the run. */
export interface RunContext {
  readonly run: string;
  readonly thread: string;
  readonly user: string | undefined;
  readonly locale: Locale;
  readonly parts: WorkflowParts & { readonly tools: ToolRegistry };
  readonly gateway: Gateway;
  readonly limits: RunLimits;
  readonly signal: AbortSignal;
  /** Absent in a graph that somebody else runs. */
  readonly drain: Drain | undefined;
  readonly emit: Emit;
  /** True when somebody reads text as it is written. */
  readonly live: boolean;
  /** Question and answer of earlier runs on the thread, oldest first. */
  readonly conversation: readonly { readonly text: string; readonly answer: string }[];
  /** The run's row as it was last stored. */
  row: RunRow;
  readonly spent: { turns: number; calls: number; usage: Usage; readonly startedAt: number };
  /** Keys each node wrote, newest last: names the two sides of a conflict. */
  readonly writes: { readonly node: string; readonly keys: readonly string[] }[];
  readonly workflow: string;
  readonly audit: AuditTrail;
  readonly secrets: SecretFilter | undefined;
  /** In a fork: the calls it has in common with the runs it comes from. */
  readonly shared: SharedCalls | undefined;
  /** What the run has met, in this process and before. */
  readonly taint: Taint;
}

/** A value as the text of a user message: texts as they are, everything else as JSON. */
export function inputText(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? {}, undefined, 2);
}
