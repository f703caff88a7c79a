import type { z } from "zod";
import { nearestNames } from "../base/names.ts";
import type { AnyState } from "./node.ts";
import { stateInvalid } from "./workflow-errors.ts";
import type { StateSchema, Workflow } from "./workflow.ts";

/** What a run begins with: the input, checked, with the schema's defaults. @throws `STATE_INVALID` */
export function parseInput(workflow: Workflow, input: unknown): AnyState {
  const unknown = unknownKeys(workflow, input);
  const parsed = workflow.state.safeParse(input);
  if (parsed.success && unknown.length === 0) return parsed.data;
  const issues = parsed.success ? [] : parsed.error.issues.map(issueLine);
  throw stateInvalid({ workflow: workflow.name, issues: [...issues, ...unknown] });
}

/** Holds what a node wrote against the schema, key by key. @throws `STATE_INVALID` */
export function checkUpdate(workflow: Workflow, node: string, update: AnyState): void {
  let issues: string[] | undefined;
  const { shape } = workflow.state;
  for (const key of Object.keys(update)) {
    const schema = shape[key] as z.ZodType | undefined;
    if (!schema) {
      (issues ??= []).push(...unknownKeys(workflow, { [key]: 0 }));
      continue;
    }
    const checked = schema.safeParse(update[key]);
    if (!checked.success)
      (issues ??= []).push(...checked.error.issues.map((issue) => issueLine({ ...issue, path: [key, ...issue.path] })));
  }
  if (issues) throw stateInvalid({ workflow: workflow.name, node, issues });
}

const defaults = new WeakMap<StateSchema, AnyState>();

/** The values that the schema gives to keys nobody wrote. */
export function stateDefaults(schema: StateSchema): AnyState {
  const known = defaults.get(schema);
  if (known) return known;
  const found: AnyState = {};
  for (const [key, field] of Object.entries(schema.shape)) {
    const parsed = field.safeParse(undefined);
    if (parsed.success && parsed.data !== undefined) found[key] = parsed.data;
  }
  defaults.set(schema, found);
  return found;
}

function unknownKeys(workflow: Workflow, input: unknown): string[] {
  if (typeof input !== "object" || input === null) return [];
  const known = Object.keys(workflow.state.shape);
  return Object.keys(input)
    .filter((key) => !known.includes(key))
    .map((key) => `${key}: not a key of the state; ${nearest(key, known)}`);
}

function nearest(key: string, known: readonly string[]): string {
  const [name] = nearestNames(key, known, 1);
  return name === undefined ? `known: ${known.join(", ")}` : `did you mean "${name}"?`;
}

function issueLine(issue: { readonly path: readonly PropertyKey[]; readonly message: string }): string {
  return `${issue.path.map(String).join(".") || "the input"}: ${issue.message}`;
}
