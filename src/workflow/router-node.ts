import type { JsonValue } from "../base/json.ts";
import { choose } from "./choose.ts";
import type { NodeResult, NodeRetry, WorkflowNode } from "./node.ts";
import type { Visit } from "./visit.ts";
import { choiceMissing, choiceUnknown } from "./workflow-errors.ts";

/** What `routerNode` takes. */
export interface RouterNodeSpec<State, Choice extends string> {
  /** What the model is given to decide on. */
  readonly input: (state: State) => unknown;
  /** The closed choice: names with the case each is for; or names of skills, which are described by their own descriptions. */
  readonly choices: { readonly [Name in Choice]: string } | readonly Choice[];
  /** Decides without a model where the state is clear; `undefined` leaves it to the model. */
  readonly rule?: (state: State) => NoInfer<Choice> | undefined;
  /** Taken when the model is unsure, names none of the choices, or cannot be reached. Without it the node fails then. */
  readonly default?: NoInfer<Choice>;
  readonly save: (choice: Choice, state: State) => Partial<NoInfer<State>>;
  /** @default one try */
  readonly retry?: NodeRetry;
}

/** A node that picks one of a closed set: by rule, else by the model, else by default. */
export function routerNode<State, const Choice extends string>(
  spec: RouterNodeSpec<State, Choice>,
): WorkflowNode<State> {
  const names = (Array.isArray(spec.choices) ? spec.choices : Object.keys(spec.choices)) as readonly Choice[];
  return {
    kind: "router",
    skills: Array.isArray(spec.choices) ? names : [],
    tools: [],
    ...(spec.retry && { retry: spec.retry }),
    run: async (state: State, visit: Visit): Promise<NodeResult<State>> => {
      const { choice, by } = await pick(spec, names, { state, visit });
      visit.context.emit({ type: "route", node: visit.path, choice, by });
      return { update: spec.save(choice, state) };
    },
  };
}

/** Rule, model, default: the first that decides. */
async function pick<State, Choice extends string>(
  spec: RouterNodeSpec<State, Choice>,
  names: readonly Choice[],
  { state, visit }: { readonly state: State; readonly visit: Visit },
): Promise<{ readonly choice: Choice; readonly by: "rule" | "model" | "default" }> {
  const ruled = spec.rule?.(state);
  if (ruled !== undefined) {
    if (!names.includes(ruled)) throw choiceUnknown(visit.node, ruled, names);
    return { choice: ruled, by: "rule" };
  }
  const descriptions = Array.isArray(spec.choices) ? undefined : (spec.choices as Readonly<Record<string, string>>);
  const chosen = await choose(visit, {
    names,
    descriptions,
    input: spec.input(state) as JsonValue,
    unsure: spec.default !== undefined,
  });
  if (chosen !== undefined) return { choice: chosen as Choice, by: "model" };
  if (spec.default !== undefined) return { choice: spec.default, by: "default" };
  throw choiceMissing(visit.node, names);
}
