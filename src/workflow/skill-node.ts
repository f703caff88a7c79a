import type { z } from "zod";
import type { JsonValue } from "../base/json.ts";
import type { ContextCall } from "./context-calls.ts";
import { defaultLimits, type NodeLimits } from "./node-limits.ts";
import type { NodeResult, NodeRetry, WorkflowNode } from "./node.ts";
import { runSkill } from "./run-skill.ts";
import { defaultSopPolicy, type SopPolicy } from "./sop-policy.ts";
import type { Visit } from "./visit.ts";

/** What a visit gives: the checked output, or the final text where no output schema is given. */
export type SkillOutput<Output extends z.ZodType | undefined> = Output extends z.ZodType ? z.output<Output> : string;

/** What `skillNode` takes. */
export interface SkillNodeSpec<State, Output extends z.ZodType | undefined> {
  /** A skill's name; several, from which the model picks one; or a function of the state. */
  readonly skill: string | readonly string[] | ((state: State) => string);
  /** What the model is given to work on, as the user's message. */
  readonly input: (state: State) => unknown;
  /** One or two sentences on what this node wants from the skill. @default none */
  readonly instruction?: string;
  /** What the node must come to. Without it the final text is the result. */
  readonly output?: Output;
  /** The part of the state that the result becomes. */
  readonly save: (output: SkillOutput<Output>, state: State) => Partial<NoInfer<State>>;
  /**
   * Calls of tools that read, made before the model is first asked; what they give stands before the input. For a
   * resource of an MCP server: `{ tool: "files/read_resource", input: { uri: "file:///notes.md" } }`. @default none
   */
  readonly context?: readonly ContextCall[] | ((state: State) => readonly ContextCall[]);
  /** Tools the node may use: names or `namespace/*`. The skill's `allowed-tools` narrows them. @default the workflow's */
  readonly tools?: readonly string[];
  /** The approval node whose grants count for this node's calls. */
  readonly grantedBy?: string;
  readonly limits?: Partial<NodeLimits>;
  /** How strictly the steps of the skill's SOP are held. @default mode "guide", two nudges */
  readonly sop?: SopPolicy["mode"] | Partial<SopPolicy>;
  /** @default one try */
  readonly retry?: NodeRetry;
}

/** A node in which the model follows a skill's SOP and calls tools until it is done. */
export function skillNode<State, Output extends z.ZodType | undefined = undefined>(
  spec: SkillNodeSpec<State, Output>,
): WorkflowNode<State> {
  const limits: NodeLimits = { ...defaultLimits, ...spec.limits };
  return {
    kind: "skill",
    skills: typeof spec.skill === "function" ? [] : [spec.skill].flat(),
    tools: spec.tools ?? [],
    ...(spec.tools && { onlyTools: true }),
    ...(spec.context && { reads: typeof spec.context === "function" ? ["*"] : spec.context.map(({ tool }) => tool) }),
    ...(spec.grantedBy !== undefined && { grantedBy: spec.grantedBy }),
    ...(spec.retry && { retry: spec.retry }),
    run: async (state: State, visit: Visit): Promise<NodeResult<State>> => {
      const done = await runSkill(visit, {
        skills: typeof spec.skill === "function" ? [spec.skill(state)] : [spec.skill].flat(),
        input: spec.input(state) as JsonValue,
        context: typeof spec.context === "function" ? spec.context(state) : (spec.context ?? []),
        instruction: spec.instruction,
        output: spec.output,
        tools: spec.tools,
        limits,
        sop: { ...defaultSopPolicy, ...(typeof spec.sop === "string" ? { mode: spec.sop } : spec.sop) },
      });
      const update = spec.save(done.value as SkillOutput<Output>, state);
      return done.degraded === undefined ? { update } : { update, degraded: done.degraded };
    },
  };
}
