import type { SkillLibrary } from "../../skills/skill-library.ts";
import type { RunStore } from "../../store/run-store.ts";
import type { ToolRegistry } from "../../tools/tool-registry.ts";
import type { Locale } from "../../tools/tool.ts";
import type { Governance } from "../../workflow/governance.ts";
import type { Runner } from "../../workflow/runner.ts";
import type { StateSchema, Workflow } from "../../workflow/workflow.ts";
import type { ServedOffers } from "./served-offers.ts";

/** A workflow that is served as a tool. */
export interface ServedWorkflow {
  readonly workflow: Workflow;
  /** Makes its runner; asked at most once, when it is called for the first time. */
  readonly open: () => Promise<{ readonly runner: Runner<StateSchema>; close(): Promise<void> }>;
}

/** The parts of a project that are served. */
export interface McpServeParts {
  /** All tools; which of them are served is said by the patterns. */
  readonly registry: ToolRegistry;
  readonly workflows: readonly ServedWorkflow[];
  /** @default no skills */
  readonly skills?: SkillLibrary;
  /** What is offered beside them. @default nothing */
  readonly offers?: ServedOffers;
  /** Keeps the record of calls, and the runs. Where decisions are signed it is the store that checks them. */
  readonly store: RunStore;
  readonly governance?: Governance;
  /** @default "en" */
  readonly locale?: Locale;
  /** The version that the server tells. @default "0.0.0" */
  readonly version?: string;
}
