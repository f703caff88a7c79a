import type { SkillLibrary } from "../../skills/skill-library.ts";
import type { RunRow, RunStore } from "../../store/run-store.ts";
import type { ToolRegistry } from "../../tools/tool-registry.ts";
import type { Locale } from "../../tools/tool.ts";
import type { Governance } from "../../workflow/governance.ts";
import type { Runner } from "../../workflow/runner.ts";
import type { StateSchema, Workflow } from "../../workflow/workflow.ts";
import type { ServedOffers } from "./served-offers.ts";

/** A workflow that is served as a tool. */
export interface ServedWorkflow {
  readonly workflow: Workflow;
  /** Makes its runner; asked when it is called for the first time. Where a run goes on by a rehearsal, it is given. */
  readonly open: (run?: RunRow) => Promise<OpenedWorkflow>;
  /**
   * Whether `open` is asked anew for each start and resume, with the run that goes on; a rehearsal, for example, plays one
   * run. So it is for every run that began with a rehearsal. @default false
   */
  readonly fresh?: boolean;
}

/** What works on the runs of a served workflow. */
export interface OpenedWorkflow {
  readonly runner: Runner<StateSchema>;
  /** The rehearsal that plays the model, as it is kept with a run. */
  readonly rehearsalPath?: string | undefined;
  close(): Promise<void>;
}

/** The parts of a project that are served. */
export interface McpServeParts {
  /** All tools; which of them are served is said by the patterns. */
  readonly registry: ToolRegistry;
  readonly workflows: readonly ServedWorkflow[];
  /** Namespaces whose tools may come later, such as names of MCP servers. @default those from which some are there */
  readonly laterNamespaces?: readonly string[];
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
