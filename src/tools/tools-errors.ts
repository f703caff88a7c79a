import { type Diagnostic, SopwithError } from "../base/errors.ts";
import { joinNames, nearestNames } from "../base/names.ts";

/** `TOOL_DEFINITION`: a tool's definition is wrong; every mistake of it is listed. */
export function toolDefinitionError(name: string, faults: readonly Diagnostic[]): SopwithError {
  return new SopwithError({
    code: "TOOL_DEFINITION",
    message: `The definition of tool ${JSON.stringify(name)} has ${count(faults.length, "mistake")}.`,
    diagnostics: faults,
    data: { tool: name },
  });
}

/** `TOOL_REGISTRY`: tools cannot be registered together; nothing of the batch was added. */
export function toolRegistryError(owner: string, faults: readonly Diagnostic[]): SopwithError {
  return new SopwithError({
    code: "TOOL_REGISTRY",
    message: `The tools of ${owner} cannot be registered: ${count(faults.length, "mistake")}.`,
    diagnostics: faults,
    hint: "None of them was added. Correct the mistakes and register them again.",
    data: { owner },
  });
}

/** `TOOL_NOT_REGISTERED`: no tool of this name can be taken out. */
export function toolNotRegistered(name: string, known: readonly string[]): SopwithError {
  return new SopwithError({
    code: "TOOL_NOT_REGISTERED",
    message: `No tool "${name}" is registered.${didYouMean(nearestNames(name, known))}`,
    hint: "Nothing was taken out. Use a registered name, or name@version.",
    data: { tool: name },
  });
}

/**
 * `TOOLSET_UNKNOWN`: no tool belongs to this toolset. An unknown name never means everything, and never nothing.
 * @param file the config that switches it
 */
export function toolsetUnknown(name: string, known: readonly string[], file?: string): SopwithError {
  return new SopwithError({
    code: "TOOLSET_UNKNOWN",
    message: `There is no toolset "${name}".${didYouMean(nearestNames(name, known))}`,
    ...(file !== undefined && { where: { file } }),
    hint: known.length === 0 ? "No tools are registered." : `Toolsets: ${joinNames(known)}.`,
    data: { toolset: name },
  });
}

/** `TOOL_SCHEMA`: a tool's input cannot be written as JSON Schema, so no model can be told of it. */
export function toolSchemaError(name: string, cause: unknown): SopwithError {
  return new SopwithError({
    code: "TOOL_SCHEMA",
    message: `The input of tool "${name}" cannot be written as JSON Schema.`,
    details: [`zod says: ${cause instanceof Error ? cause.message : String(cause)}`],
    hint: "Use types that JSON has: z.iso.datetime() for z.date(), z.string() or z.int() for z.bigint().",
    data: { tool: name },
    cause,
  });
}

/** `CALL_CHANGED`: a call that is recorded with other arguments comes again under the same identity. */
export function callChangedError(facts: {
  readonly callId: string;
  readonly tool: string;
  readonly recorded: string;
  readonly now: string;
}): SopwithError {
  return new SopwithError({
    code: "CALL_CHANGED",
    message: `Call "${facts.callId}" of tool "${facts.tool}" is recorded with other arguments than it has now.`,
    details: [`hash of the recorded arguments: ${facts.recorded}`, `hash of the arguments now: ${facts.now}`],
    hint: "Nothing was run. Start a new run: this one no longer repeats what it did before it was stopped.",
    data: { callId: facts.callId, tool: facts.tool },
  });
}

/** A diagnostic of severity `error`, for the two lists above. */
export function definitionFault(code: string, message: string, fix: string): Diagnostic {
  return { code, severity: "error", message, fix };
}

/** `did you mean "a" or "b"?`, or nothing where nothing is near. */
export function didYouMean(nearest: readonly string[]): string {
  return nearest.length === 0
    ? ""
    : ` Did you mean ${joinNames(
        nearest.map((name) => JSON.stringify(name)),
        "or",
      )}?`;
}

function count(amount: number, noun: string): string {
  return amount === 1 ? `one ${noun}` : `${amount} ${noun}s`;
}
