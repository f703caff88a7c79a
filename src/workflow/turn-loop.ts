import type { z } from "zod";
import type { ModelMessage, ModelTool } from "../model/model.ts";
import type { CallScope } from "../tools/call-scope.ts";
import type { NodeLimits } from "./node-limits.ts";
import type { ToolShelf } from "./tool-shelf.ts";
import type { SopGuard } from "./sop-guard.ts";
import type { VisitJournal } from "./visit-journal.ts";
import type { Visit } from "./visit.ts";

/** A conversation that is to come to a result. */
export interface TurnLoop {
  readonly visit: Visit;
  readonly journal: VisitJournal;
  readonly scope: CallScope;
  /** Grows as the loop goes on. */
  readonly messages: ModelMessage[];
  readonly tools: readonly ModelTool[];
  /** Holds the tools that did not fit into the list; absent where all do. */
  readonly shelf?: ToolShelf | undefined;
  /** The tools once a result was cut: with the one that reads on. */
  readonly toolsAfterCut: readonly ModelTool[];
  readonly seen: { cut: boolean };
  readonly output: z.ZodType | undefined;
  readonly limits: NodeLimits;
  /** Holds the calls against the skill's SOP; absent where there is none, or nobody wants it. */
  readonly guard?: SopGuard;
  /** How often the model is told what is missing before the node ends without it. */
  readonly maxNudges: number;
}

/** What a conversation came to. */
export interface SkillDone {
  /** The checked output, or the final text. */
  readonly value: unknown;
  /** Why it is only half a success, if it is. */
  readonly degraded?: string;
}
