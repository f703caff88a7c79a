import type { RunEvent } from "./run-event.ts";

/** Facts of a span. */
export type Attributes = Record<string, string | number | boolean>;

/** A span as it begins. */
export interface SpanSpec {
  readonly name: string;
  /** OpenTelemetry's number: 0 for work inside the process, 2 for asking somebody else. */
  readonly kind: 0 | 2;
  /** Keys of the spans it may belong to, the nearest first. */
  readonly parents?: readonly string[];
  readonly attributes: Attributes;
}

type Of<Type extends RunEvent["type"]> = Extract<RunEvent, { readonly type: Type }>;

const inside = 0;
const client = 2;
/** Whose protocol is spoken; who really answers, the client cannot know. */
const provider = { "gen_ai.provider.name": "openai" };
/** A model may ask for a tool of any name. */
const longestName = 200;

/** The names are those of the conventions for generative AI, version 0.1; what they have no name for begins with `sopwith.`. */
export function spanOfRun({ workflow, thread, run, model, resumed }: Of<"run-start">): SpanSpec {
  return {
    name: `invoke_workflow ${workflow}`,
    kind: inside,
    attributes: {
      "gen_ai.operation.name": "invoke_workflow",
      ...provider,
      "gen_ai.agent.name": workflow,
      "gen_ai.conversation.id": thread,
      ...(model !== undefined && { "gen_ai.request.model": model }),
      "sopwith.run.id": run,
      "sopwith.run.resumed": resumed,
    },
  };
}

/** A node that a model works in is an agent; any other is a step of the workflow. */
export function spanOfNode({ node, kind, visit, thread }: Of<"node-start">): SpanSpec {
  const isAgent = kind === "skill" || kind === "router";
  const agent = { "gen_ai.operation.name": "invoke_agent", ...provider, "gen_ai.agent.name": node };
  return {
    name: isAgent ? `invoke_agent ${node}` : `${kind} ${node}`,
    kind: inside,
    parents: [...outerNodes(node), "run"],
    attributes: {
      ...(isAgent && agent),
      "gen_ai.conversation.id": thread,
      "sopwith.node.name": node,
      "sopwith.node.kind": kind,
      "sopwith.node.visit": visit,
    },
  };
}

/** The nodes that an inner workflow's node stands in, the nearest first. */
function outerNodes(node: string): string[] {
  const parts = node.split("/").slice(0, -1);
  return parts.map((_, index) => `node ${parts.slice(0, parts.length - index).join("/")}`);
}

/** One question to the model and its answer. */
export function spanOfTurn({ node, turn, usage, calls, thread }: Of<"turn">): SpanSpec {
  return {
    name: "chat",
    kind: client,
    parents: [`node ${node}`, "run"],
    attributes: {
      "gen_ai.operation.name": "chat",
      ...provider,
      "gen_ai.conversation.id": thread,
      "gen_ai.usage.input_tokens": usage.inputTokens,
      "gen_ai.usage.output_tokens": usage.outputTokens,
      "sopwith.turn": turn,
      "sopwith.turn.calls": calls,
    },
  };
}

/** One call of a tool, a fallback's too. */
export function spanOfCall({ node, callId, tool, fallbackOf, thread }: Of<"tool-call">): SpanSpec {
  const name = tool.slice(0, longestName);
  return {
    name: `execute_tool ${name}`,
    kind: inside,
    parents: [`node ${node}`, "run"],
    attributes: {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": name,
      "gen_ai.tool.type": "function",
      "gen_ai.tool.call.id": callId,
      "gen_ai.conversation.id": thread,
      ...(fallbackOf !== undefined && { "sopwith.tool.fallback_of": fallbackOf }),
    },
  };
}
