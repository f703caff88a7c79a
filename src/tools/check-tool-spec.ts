import { z } from "zod";
import type { Diagnostic } from "../base/errors.ts";
import { previewJson } from "../base/json.ts";
import { loadPolicyFaults } from "./check-load-policy.ts";
import { checkToolFacts, type Fault, type LooseSpec } from "./check-tool-facts.ts";
import { jsonSchemaProblems } from "./json-schema/json-schema-problems.ts";
import { toolNamePattern } from "./tool-name-pattern.ts";
import { definitionFault, toolDefinitionError } from "./tools-errors.ts";

/** Namespaces of our own tools. */
export const reservedNamespaces: readonly string[] = ["sop", "user", "skill", "node", "tool", "result"];

/** @throws `TOOL_DEFINITION` with every mistake of the definition */
export function checkToolSpec(spec: LooseSpec, { builtin }: { readonly builtin: boolean }): void {
  const faults: Diagnostic[] = [];
  const fault = (message: string, fix: string): void =>
    void faults.push(definitionFault("TOOL_DEFINITION", message, fix));
  checkName(spec.name, builtin, fault);
  checkBody(spec, fault);
  checkContract(spec, fault);
  checkToolFacts(spec, fault);
  if (!builtin && spec.asks !== undefined)
    fault("`asks` is for built-in tools.", "Let the model ask through `user/ask`.");
  checkEffect(spec, fault);
  checkPolicy(spec, fault);
  if (faults.length > 0)
    throw toolDefinitionError(typeof spec.name === "string" ? spec.name : previewJson(spec.name), faults);
}

function checkName(name: unknown, builtin: boolean, fault: Fault): void {
  if (typeof name !== "string" || !toolNamePattern.test(name)) {
    fault(
      `\`name\` is ${previewJson(name)}, expected namespace/name.`,
      "Use two parts of letters, digits, `_` and `-`, joined by one `/`.",
    );
    return;
  }
  const namespace = name.slice(0, name.indexOf("/")).toLowerCase();
  if (!builtin && reservedNamespaces.includes(namespace))
    fault(`The namespace \`${namespace}\` is reserved.`, "Choose another namespace.");
}

function checkBody(spec: LooseSpec, fault: Fault): void {
  if (typeof spec.description !== "string" || spec.description.trim() === "")
    fault("`description` is empty.", "Say what the tool does and when to use it: the model chooses by it.");
  if (typeof spec.run !== "function") fault("`run` is not a function.", "Give the function that does the work.");
  if (spec.lookup !== undefined && typeof spec.lookup !== "function")
    fault("`lookup` is not a function.", "Give a function, or leave `lookup` out.");
}

function checkContract(spec: LooseSpec, fault: Fault): void {
  if (spec.inputSchema !== undefined && spec.input !== undefined)
    fault("`input` and `inputSchema` are both given.", "Keep one of them: it is the only contract.");
  if (spec.inputSchema !== undefined) {
    for (const problem of jsonSchemaProblems(spec.inputSchema, { root: "object" }))
      fault(`\`inputSchema\`${problem.text}`, problem.fix);
  } else if (!(spec.input instanceof z.ZodObject))
    fault("`input` is not a zod object.", "Use z.object({ ... }); z.object({}) for a tool without arguments.");
  if (spec.outputSchema !== undefined) {
    for (const problem of jsonSchemaProblems(spec.outputSchema, { root: "any" }))
      fault(`\`outputSchema\`${problem.text}`, problem.fix);
  }
  if (spec.output !== undefined && !(spec.output instanceof z.ZodType))
    fault("`output` is not a zod schema.", "Use a zod schema, or leave `output` out.");
}

function checkEffect({ effect, idempotency }: LooseSpec, fault: Fault): void {
  const effects: readonly unknown[] = ["read", "write", "destructive"];
  const idempotencies: readonly unknown[] = ["safe", "keyed", "none"];
  if (!effects.includes(effect))
    fault(`\`effect\` is ${previewJson(effect)}.`, 'Use "read", "write" or "destructive".');
  if (idempotency === undefined) return;
  if (!idempotencies.includes(idempotency))
    fault(`\`idempotency\` is ${previewJson(idempotency)}.`, 'Use "safe", "keyed" or "none".');
  else if (effect === "read" && idempotency !== "safe")
    fault(
      `A tool with effect "read" is "safe", not ${previewJson(idempotency)}.`,
      'If a second call changes something, its effect is "write".',
    );
}

function checkPolicy({ effect, idempotency, policy }: LooseSpec, fault: Fault): void {
  if (policy === undefined) return;
  if (typeof policy !== "object" || policy === null)
    return fault("`policy` is not an object.", "Give an object, or leave `policy` out.");
  for (const mistake of loadPolicyFaults(policy)) fault(mistake.message, mistake.fix);
  const { timeoutMs, retry, confirm, fallback } = policy as {
    timeoutMs?: unknown;
    retry?: unknown;
    confirm?: unknown;
    fallback?: unknown;
  };
  const rules: readonly unknown[] = ["never", "always", "each-call"];
  if (timeoutMs !== undefined && !(isFiniteNumber(timeoutMs) && timeoutMs > 0))
    fault(`\`policy.timeoutMs\` is ${show(timeoutMs)}.`, "Give a finite number of milliseconds above 0.");
  if (confirm !== undefined && !rules.includes(confirm))
    fault(`\`policy.confirm\` is ${previewJson(confirm)}.`, 'Use "never", "always" or "each-call".');
  if (fallback !== undefined && !isListOfSteps(fallback))
    fault("`policy.fallback` is not a list of tool names.", "Give a list of names.");
  if (typeof retry === "object" && retry !== null)
    checkRetry(retry, idempotency ?? (effect === "read" ? "safe" : "none"), fault);
  else if (retry !== undefined) fault("`policy.retry` is not an object.", "Give an object such as { maxAttempts: 3 }.");
}

function checkRetry(
  retry: { maxAttempts?: unknown; backoffMs?: unknown; maxBackoffMs?: unknown },
  idempotency: unknown,
  fault: Fault,
): void {
  const { maxAttempts = 1 } = retry;
  const inRange = isFiniteNumber(maxAttempts) && Number.isInteger(maxAttempts) && maxAttempts >= 1 && maxAttempts <= 10;
  if (!inRange) fault(`\`policy.retry.maxAttempts\` is ${show(maxAttempts)}.`, "Give a whole number from 1 to 10.");
  else if (maxAttempts > 1 && idempotency === "none")
    fault(
      '`policy.retry` repeats a tool whose idempotency is "none": the effect could happen twice.',
      'Make the tool "keyed" (pass `idempotencyKey` on) or "safe", or remove `policy.retry`.',
    );
  for (const key of ["backoffMs", "maxBackoffMs"] as const) {
    const wait = retry[key];
    if (wait !== undefined && !(isFiniteNumber(wait) && wait >= 0))
      fault(`\`policy.retry.${key}\` is ${show(wait)}.`, "Give a finite number of milliseconds, 0 or more.");
  }
}

/** JSON has no words for NaN and Infinity. */
function show(value: unknown): string {
  return typeof value === "number" ? String(value) : previewJson(value);
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function isListOfSteps(value: unknown): boolean {
  return Array.isArray(value) && value.every(isStep);
}

function isStep(value: unknown): boolean {
  if (typeof value === "string") return true;
  if (typeof value !== "object" || value === null) return false;
  const { tool, map, unproven = false } = value as { tool?: unknown; map?: unknown; unproven?: unknown };
  return typeof tool === "string" && ["function", "undefined"].includes(typeof map) && typeof unproven === "boolean";
}
