import { z } from "zod";
import type { JsonObject, JsonValue } from "../base/json.ts";
import type { DecisionRow } from "../store/run-store.ts";
import type { NodeResult, WorkflowNode } from "./node.ts";
import { runSkill } from "./run-skill.ts";
import { defaultLimits, type NodeLimits } from "./node-limits.ts";
import { defaultSopPolicy, type SopPolicy } from "./sop-policy.ts";
import type { Visit } from "./visit.ts";

/** What a person is shown. */
export interface ApprovalQuestion {
  /** One sentence that can be answered with yes or no. */
  readonly title: string;
  /** What exactly is decided on. */
  readonly details?: JsonValue;
}

/** What the person said. */
export interface Decision<Answer> {
  readonly approved: boolean;
  readonly answer?: Answer;
  readonly by: string;
  readonly reason?: string;
}

/** A call that the approval allows once in this run, without asking again: arguments that contain `input`. */
export interface Grant {
  readonly tool: string;
  readonly input: JsonObject;
}

/** What `approvalNode` takes. */
export interface ApprovalNodeSpec<State, Answer, Review> {
  /** The question, from the state and the review if there is one. */
  readonly ask: (state: State, review: Review) => ApprovalQuestion;
  /** What the state becomes. A rejection passes here too. */
  readonly save: (decision: Decision<Answer>, state: State) => Partial<NoInfer<State>>;
  /** Calls that a yes allows. @default none */
  readonly grants?: (state: State) => readonly Grant[];
  /** What the person must answer beside yes, checked before it is stored. @default nothing */
  readonly answer?: z.ZodType<Answer>;
  /** A skill that is run first and whose result the person is shown. */
  readonly review?: {
    readonly skill: string;
    readonly input: (state: State) => unknown;
    readonly output?: z.ZodType<Review>;
    readonly tools?: readonly string[];
    readonly limits?: Partial<NodeLimits>;
    /** How strictly the steps of the review are held. @default "guide" */
    readonly sop?: SopPolicy["mode"];
  };
  /** Who is to decide: a person or a role, for lists and forms. Nobody else is kept from it. @default nobody in particular */
  readonly to?: string;
  /** Who is to decide where nobody has after so many ms. @default it stays with `to` */
  readonly escalate?: { readonly afterMs: number; readonly to: string };
  /** What is decided when nobody decides in time. @default the run waits without end */
  readonly deadline?: { readonly afterMs: number; readonly decide: "approve" | "reject" };
}

/** A node that cannot be passed without a person's decision. */
export function approvalNode<State, Answer = undefined, Review = string | undefined>(
  spec: ApprovalNodeSpec<State, Answer, Review>,
): WorkflowNode<State> {
  return {
    kind: "approval",
    skills: spec.review ? [spec.review.skill] : [],
    tools: spec.review?.tools ?? [],
    ...(spec.answer && { answerSchema: spec.answer }),
    run: async (state: State, visit: Visit): Promise<NodeResult<State>> => {
      const review = spec.review && (await runReview(visit, spec.review, state));
      const question = spec.ask(state, review?.value as Review);
      const grants = spec.grants?.(state);
      const [decision] = await visit.ask([
        {
          position: "approval",
          kind: "approval",
          title: question.title,
          ...(question.details !== undefined && { details: question.details }),
          ...(grants && { grants }),
          ...(spec.answer && { schema: z.toJSONSchema(spec.answer, { io: "input" }) as JsonObject }),
          ...(spec.to !== undefined && { to: spec.to }),
          ...(spec.escalate && { escalate: spec.escalate }),
          ...(spec.deadline && { deadline: spec.deadline }),
        },
      ]);
      const update = spec.save(toDecision<Answer>(decision!), state);
      return review?.degraded === undefined ? { update } : { update, degraded: review.degraded };
    },
  };
}

/** The answer was checked against the node's schema before it was stored. */
function toDecision<Answer>(row: DecisionRow): Decision<Answer> {
  const { approved, by, reason, answer } = row;
  return {
    approved,
    by,
    ...(reason !== undefined && { reason }),
    ...(answer !== undefined && { answer: answer as Answer }),
  };
}

function runReview<State, Answer, Review>(
  visit: Visit,
  review: NonNullable<ApprovalNodeSpec<State, Answer, Review>["review"]>,
  state: State,
): ReturnType<typeof runSkill> {
  return runSkill(visit, {
    skills: [review.skill],
    input: review.input(state) as JsonValue,
    instruction: undefined,
    output: review.output,
    tools: review.tools,
    limits: { ...defaultLimits, ...review.limits },
    sop: { ...defaultSopPolicy, ...(review.sop !== undefined && { mode: review.sop }) },
  });
}
