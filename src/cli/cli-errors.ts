import { SopwithError } from "../base/errors.ts";
import { joinNames, nearestNames } from "../base/names.ts";
import type { CommandInfo } from "./command.ts";

/** The command line says what nobody understands. */
export function usageError(message: string, hint: string): SopwithError {
  return new SopwithError({ code: "USAGE", message, hint });
}

/** No command of this name. */
export function unknownCommand(name: string, known: readonly string[]): SopwithError {
  const nearest = nearestNames(name, known);
  const hint = nearest.length > 0 ? `Did you mean ${joinNames(nearest, "or")}?` : `Commands: ${joinNames(known)}.`;
  return usageError(`There is no command "${name}".`, hint);
}

/** An option before the command that the program does not have. */
export function unknownProgramOption(written: string): SopwithError {
  const nearest = nearestNames(written, ["--version", "--help"], 1);
  const hint =
    nearest.length > 0 ? `Did you mean ${nearest[0]}?` : "Options stand behind the command. See npx sopwith help.";
  return usageError(`\`sopwith\` has no option ${written}.`, hint);
}

/** No option of this name on the command. `written` is as it stands on the line, without a value. */
export function unknownOption(
  written: string,
  { name, options, unknownOptionHint = `See npx sopwith help ${name}.` }: CommandInfo,
): SopwithError {
  const nearest = written.startsWith("--") ? nearestNames(written.slice(2), Object.keys(options), 1) : [];
  const hint = nearest.length > 0 ? `Did you mean --${nearest[0]}?` : unknownOptionHint;
  return usageError(`\`sopwith ${name}\` has no option ${written}.`, hint);
}

/** `run` without a workflow. */
export function workflowMissing(known: readonly string[]): SopwithError {
  const hint =
    known.length > 0 ? `There is ${joinNames(known)}.` : "Make a file in workflows/ that exports a workflow first.";
  return usageError("`sopwith run` needs the name of a workflow.", hint);
}

/** One thing is decided twice on one command line. */
export function decidedTwice(id: string): SopwithError {
  return usageError(`The approval "${id}" is decided twice on this command line.`, "Decide each approval once.");
}

/** A run needs something to start from, and nobody can be asked for it. */
export function inputMissing(workflow: string, fromText: boolean): SopwithError {
  const line = fromText ? `npx sopwith run ${workflow} "<text>"` : `npx sopwith run ${workflow} --input file.json`;
  return usageError(`The workflow "${workflow}" needs something to work on.`, `Write: ${line}`);
}
