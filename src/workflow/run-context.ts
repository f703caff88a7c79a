import type { JsonValue } from "../base/json.ts";
import type { ChatModel } from "../model/model.ts";
import type { Skill, SkillSummary } from "../skills/skill.ts";
import type { RunRow, RunStore } from "../store/run-store.ts";
import type { Gateway } from "../tools/gateway/gateway.ts";
import type { ToolRegistry } from "../tools/tool-registry.ts";
import type { Locale } from "../tools/tool.ts";
import type { Usage } from "../base/usage.ts";
import type { Emit } from "../trace/run-event.ts";
import type { RunLimits } from "./run-limits.ts";

/** Where nodes get their skills; a skill library is one. */
export interface SkillSource {
  list(): readonly SkillSummary[];
  get(name: string): Promise<Skill>;
  resources(name: string): Promise<readonly string[]>;
  readResource(name: string, path: string): Promise<{ readonly text: string; readonly path: string }>;
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
}

/** A value as the text of a user message: texts as they are, everything else as JSON. */
export function inputText(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? {}, undefined, 2);
}
