import type { Tool as SdkTool } from "@modelcontextprotocol/server";
import { z } from "zod";
import { isPlainObject, type JsonObject, type JsonValue, safeStringify } from "../../base/json.ts";
import { toolNames } from "../../model/tool-names.ts";
import { workflowTools } from "../../workflow/collect-tools.ts";
import type { Workflow } from "../../workflow/workflow.ts";
import type { McpServeConfig } from "./serve-config.ts";

/** The tool that goes on with a run. */
export const RESUME_TOOL = "workflow_resume";

/** The name of the field in which a workflow takes a text. */
const TEXT = "text";

/** A workflow as a tool. */
export interface WorkflowTool {
  readonly workflow: Workflow;
  readonly listed: SdkTool;
  /** Its arguments as the run's input. */
  readonly toInput: (values: JsonObject) => JsonObject;
}

/** Workflows as tools, by the names under which they are served. */
export function workflowToolsOf(
  workflows: readonly Workflow[],
  inputs: McpServeConfig["inputs"] = {},
): ReadonlyMap<string, WorkflowTool> {
  const names = toolNames(workflows.map(nameOf));
  return new Map(
    workflows.map((workflow) => {
      const name = names.encode(nameOf(workflow));
      return [name, toWorkflowTool(workflow, name, inputs[workflow.name])];
    }),
  );
}

function nameOf({ name }: Workflow): string {
  return `workflow_${name}`;
}

function toWorkflowTool(workflow: Workflow, name: string, keys: readonly string[] | undefined): WorkflowTool {
  const effects = workflowTools(workflow).map((tool) => tool.effect);
  const input = inputOf(workflow, keys);
  return {
    workflow,
    toInput: input.takesText ? ({ [TEXT]: text }) => workflow.fromText!(textOf(text)) : (values) => values,
    listed: {
      name,
      title: workflow.name,
      description: `${workflow.description || `Runs the workflow ${workflow.name}.`} A run may wait for a person; then the answer says so, and ${RESUME_TOOL} goes on with it.`,
      inputSchema: input.schema as SdkTool["inputSchema"],
      outputSchema: runAnswerSchema,
      annotations: {
        readOnlyHint: effects.every((effect) => effect === "read"),
        destructiveHint: effects.includes("destructive"),
        idempotentHint: false,
      },
    },
  };
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : safeStringify(value);
}

/**
 * What a caller may give: the keys that the state demands, and those that are named. The others are the workflow's own:
 * a caller that could set them could say that an approval was given.
 */
function inputOf(
  workflow: Workflow,
  named: readonly string[] | undefined,
): { readonly schema: JsonObject; readonly takesText: boolean } {
  const whole = z.toJSONSchema(workflow.state, { io: "input", unrepresentable: "any" }) as JsonObject;
  const demanded = Array.isArray(whole["required"]) ? (whole["required"] as readonly string[]) : [];
  const keys = [...new Set([...demanded, ...(named ?? [])])];
  if (named === undefined && keys.length === 0 && workflow.fromText) return { schema: textSchema, takesText: true };
  const properties = isPlainObject(whole["properties"]) ? whole["properties"] : {};
  const schema = {
    type: "object",
    properties: Object.fromEntries(keys.flatMap((key) => (key in properties ? [[key, properties[key]]] : []))),
    ...(demanded.length > 0 && { required: demanded }),
    ...(whole["$defs"] !== undefined && { $defs: whole["$defs"] }),
    additionalProperties: false,
  };
  return { schema: schema as JsonObject, takesText: false };
}

const textSchema: JsonObject = {
  type: "object",
  properties: { [TEXT]: { type: "string", description: "What is wanted, in a sentence." } },
  required: [TEXT],
  additionalProperties: false,
};

const text = { type: "string" };
/** Any JSON. Some clients want a type everywhere. */
const anything = {
  anyOf: [text, { type: "number" }, { type: "boolean" }, { type: "object" }, { type: "array" }, { type: "null" }],
};

/** What every answer about a run holds. */
const runAnswerSchema: JsonObject = {
  type: "object",
  properties: {
    status: { type: "string", enum: ["completed", "degraded", "waiting", "failed", "cancelled", "running"] },
    thread: { ...text, description: `For ${RESUME_TOOL}.` },
    run: text,
    answer: text,
    state: { type: "object" },
    reasons: { type: "array", items: text, description: "Why not everything was done." },
    questions: {
      type: "array",
      description: "What waits for a person.",
      items: {
        type: "object",
        properties: { id: text, kind: text, title: text, details: anything, to: text, deadline: text },
        required: ["id", "kind", "title"],
      },
    },
  },
  required: ["status", "thread", "run"],
};

/** The tool that goes on with a run, as it is listed. */
export function resumeToolOf({ decisions = "person" }: McpServeConfig): SdkTool {
  const takes = decisions === "arguments" ? { decisions: decisionsSchema } : {};
  return {
    name: RESUME_TOOL,
    title: "Go on with a run",
    description:
      "Goes on with a run of a workflow that waits for a person, was stopped, or failed; for one that has ended it gives its answer. Decisions are a person's, never yours.",
    inputSchema: {
      type: "object",
      properties: { thread: { ...text, description: "The thread of the run, as its answer says." }, ...takes },
      required: ["thread"],
      additionalProperties: false,
    },
    outputSchema: runAnswerSchema,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  };
}

const decisionsSchema = {
  type: "object",
  description:
    "What a person decided, by the id of each question, in the person's words. Not used where the client can ask its user itself.",
  additionalProperties: {
    type: "object",
    properties: {
      approved: { type: "boolean" },
      answer: { ...anything, description: "The answer to a question, or the value that is asked for." },
      reason: text,
    },
    required: ["approved"],
    additionalProperties: false,
  },
};
