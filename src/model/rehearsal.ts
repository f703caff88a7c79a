import type { JsonObject, JsonValue } from "../base/json.ts";
import type { ScriptedTool } from "./scripted-tool.ts";

/**
 * A scripted run: what the model says and calls, what people decide, which tools fail, and what must come of it.
 * Written as YAML, read by `parseRehearsal`.
 */
export interface Rehearsal {
  /** The file it was read from, for messages. */
  readonly file: string;
  /** The workflow that runs; absent in a test of a skill. */
  readonly workflow?: string;
  /** The skill that is tested, alone in a workflow of one node. One of `workflow` and `skill` is given. */
  readonly skill?: string;
  /** How strictly a tested skill's steps are held. @default "guide" */
  readonly mode?: "off" | "report" | "guide" | "enforce";
  /** JSON Schema of what a tested skill comes to. @default any object, where a turn calls node/finish; else a text */
  readonly output?: JsonObject;
  /** Tools of a tested skill whose answers stand here. */
  readonly tools: Readonly<Record<string, ScriptedTool>>;
  /** The story in one or two sentences. */
  readonly about?: string;
  /** What the run starts from: the user's text, or the workflow's input. */
  readonly input?: string | JsonObject;
  /** In file order. The first that fits a request and is not used up answers it. */
  readonly turns: readonly RehearsalTurn[];
  readonly decisions: readonly RehearsalDecision[];
  /** Tool name to what its successive attempts meet. */
  readonly faults: Readonly<Record<string, readonly RehearsalFault[]>>;
  readonly expect: RehearsalExpectation;
}

/** One answer of the scripted model. Says something, calls something, or both. */
export interface RehearsalTurn {
  /** Line in the file, from 1. */
  readonly line: number;
  /** Only for this workflow node; `inner` also fits `outer/inner`. */
  readonly node?: string;
  /** Only where this skill is in the prompt. */
  readonly skill?: string;
  /** Only when what came since the model's last answer looks like this. */
  readonly when?: RehearsalCondition;
  /** May hold templates. */
  readonly say?: string;
  readonly call: readonly RehearsalCall[];
  /** How often it answers; `Infinity` for `repeat: true`. @default 1 */
  readonly times: number;
}

/** What the newest messages must be like. Every field that is given must hold. */
export interface RehearsalCondition {
  /** One of the newest results is this tool's; `contains` and `status` then look at that result only. */
  readonly tool?: string;
  /** Texts that all occur in the newest messages. */
  readonly contains: readonly string[];
  /** `failed`: the result says what went wrong with its tool, which it then names. `ok`: any other result. */
  readonly status?: "ok" | "failed";
  /** Texts that all occur in the newest message of the user. */
  readonly user: readonly string[];
}

/** One tool call of the scripted model. */
export interface RehearsalCall {
  readonly tool: string;
  /**
   * Arguments. A string that is one template takes the value with its type; inside a longer string it becomes text.
   * `{{ weather/get_current.condition }}` reads the newest result of a tool, `{{ input.city }}` the user's message.
   */
  readonly with: JsonObject;
  /** The argument text as it stands, broken or not, in place of `with`. */
  readonly raw?: string;
}

/** What a person says when the run asks. */
export interface RehearsalDecision {
  readonly line: number;
  /** Only for questions of this node. */
  readonly node?: string;
  /** Only for questions about this tool. */
  readonly tool?: string;
  /** Only for questions of this kind, as run events name it. */
  readonly kind?: "approval" | "confirmation" | "question" | "in-doubt";
  readonly approved: boolean;
  /** The words of an answer; for a call in doubt, what became of it. */
  readonly answer?: JsonValue;
  /** @default "rehearsal" */
  readonly by: string;
  readonly reason?: string;
  /** How often it decides; `Infinity` for `repeat: true`. @default 1 */
  readonly times: number;
}

/** What attempts of a tool meet, in order; after the last entry the tool works. */
export type RehearsalFault =
  /** The attempt fails with this text: `503 Service Unavailable`, `ECONNREFUSED`, `no such city`. */
  | { readonly kind: "error"; readonly message: string; readonly times: number }
  /** The attempt never answers. */
  | { readonly kind: "timeout"; readonly times: number }
  /** The attempt answers with this value, right or wrong. */
  | { readonly kind: "output"; readonly output: JsonValue; readonly times: number }
  /** The attempt reaches the tool after so many ms. */
  | { readonly kind: "slow"; readonly ms: number; readonly times: number }
  /** The attempt reaches the real tool. */
  | { readonly kind: "pass"; readonly times: number };

/** What must be true at the end. */
export interface RehearsalExpectation {
  /** `completed`, `degraded`, `failed`, `cancelled` or `waiting`. */
  readonly status?: string;
  /** Texts that all occur in the answer. */
  readonly answer: readonly string[];
  /** Tools that were called, in this order; others may stand between. */
  readonly calls: readonly string[];
  /** Tools that were not called. */
  readonly never: readonly string[];
  /** Tools of the calls that were refused before they ran, in this order; others may stand between. */
  readonly refused: readonly string[];
  /** What the reports on the skills' steps say. */
  readonly sop: SopExpectation;
  /** Keys of the final state with their values; an object is compared key by key, everything else as a whole. */
  readonly state: JsonObject;
}

/** What the reports on the steps of a run's skills must say. */
export interface SopExpectation {
  /** Whether every skill's MUST steps and bans were kept. */
  readonly conforms?: boolean;
  /** Id of a step, or `skill/step`, with what became of it: `done`, `skipped`, `missing`, `not-due`. */
  readonly steps: Readonly<Record<string, string>>;
}
