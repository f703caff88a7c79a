import { type Diagnostic, SopwithError } from "../base/errors.ts";
import { joinNames, nearestNames } from "../base/names.ts";
import type { SourceLocation } from "../base/source-location.ts";

/** The config file does not load, exports nothing, or says what nobody understands. */
export function configInvalid(file: string, diagnostics: readonly Diagnostic[]): SopwithError {
  return new SopwithError({
    code: "CONFIG_INVALID",
    message: `The config ${file} cannot be used.`,
    where: { file },
    diagnostics,
    hint: "Mend the config and run the command again.",
  });
}

/** One mistake of a config file. */
export function configMistake(file: string, message: string, fix: string): Diagnostic {
  return { code: "CONFIG_INVALID", severity: "error", message, where: { file }, fix };
}

/** `.env` is there and cannot be read. */
export function envUnreadable(file: string, cause: unknown): SopwithError {
  return new SopwithError({
    code: "ENV_UNREADABLE",
    message: `The environment file ${file} cannot be read.`,
    where: { file },
    details: [cause instanceof Error ? `Seen: ${cause.message}` : "Seen: not a readable file."],
    hint: "Make it a readable text file of NAME=value lines, or remove it.",
    cause,
  });
}

/** No workflow of this name; files that could not be read are named, since it may stand in one of them. */
export function workflowNotFound(facts: {
  readonly name: string;
  readonly known: readonly string[];
  readonly broken: readonly Diagnostic[];
}): SopwithError {
  return new SopwithError({
    code: "WORKFLOW_NOT_FOUND",
    message: `There is no workflow "${facts.name}".`,
    details: facts.known.length === 0 ? ["No workflow was found at all."] : [],
    diagnostics: facts.broken,
    hint: hintFor(facts.name, facts.known, "Make a file in workflows/ with `export default defineWorkflow({ ... })`."),
    data: { name: facts.name, known: facts.known },
  });
}

/** A workflow's file is there and gives no workflow. */
export function workflowFileBroken(file: string, diagnostics: readonly Diagnostic[]): SopwithError {
  return new SopwithError({
    code: "WORKFLOW_FILE",
    message: "The workflow file cannot be used.",
    where: diagnostics[0]?.where ?? { file },
    diagnostics,
    hint: "Mend the file and run the command again. Other workflows are not touched by it.",
  });
}

/** No tool of this name in the project. */
export function toolNotFound(name: string, known: readonly string[]): SopwithError {
  return new SopwithError({
    code: "TOOL_UNKNOWN",
    message: `There is no tool "${name}".`,
    hint: hintFor(name, known, "A workflow brings its tools along: `tools: [...]`."),
    data: { name },
  });
}

/** A module of the config's `tools` does not load. */
export function toolModulesBroken(diagnostics: readonly Diagnostic[]): SopwithError {
  return new SopwithError({
    code: "TOOL_MODULE",
    message: "A tool module that the config names cannot be used.",
    diagnostics,
    hint: "Mend the module, or take it out of the config's `tools`.",
  });
}

/** No rehearsal of this name beside the workflow. */
export function rehearsalNotFound(facts: {
  readonly name: string;
  readonly workflow: string;
  readonly known: readonly string[];
  readonly folder: string;
}): SopwithError {
  return new SopwithError({
    code: "REHEARSAL_NOT_FOUND",
    message: `The workflow "${facts.workflow}" has no rehearsal "${facts.name}".`,
    hint: hintFor(facts.name, facts.known, `Put one into ${facts.folder}/, or give the path of a file.`),
    data: { name: facts.name, workflow: facts.workflow },
  });
}

/** There are several rehearsals, and nothing says which one is meant. */
export function rehearsalAmbiguous(workflow: string, known: readonly string[]): SopwithError {
  return new SopwithError({
    code: "REHEARSAL_AMBIGUOUS",
    message: `The workflow "${workflow}" has several rehearsals and none is called "approved", which would be the default.`,
    hint: `Choose one with --rehearsal: ${joinNames(known, "or")}.`,
    data: { workflow, known },
  });
}

/** A rehearsal was written for another workflow, or is the test of a skill. */
export function rehearsalForOther(facts: {
  readonly file: string;
  readonly rehearsal: { readonly workflow?: string; readonly skill?: string };
  readonly asked: string;
}): SopwithError {
  const { workflow, skill = "" } = facts.rehearsal;
  const [written, hint] =
    workflow === undefined
      ? [`the test of the skill "${skill}", not a rehearsal of`, `Run it with: npx sopwith skills test ${skill}.`]
      : [`written for the workflow "${workflow}", not for`, `Change its \`workflow\`, or run "${workflow}" with it.`];
  return new SopwithError({
    code: "REHEARSAL_OTHER",
    message: `The rehearsal ${facts.file} is ${written} "${facts.asked}".`,
    where: { file: facts.file },
    hint,
  });
}

/** A file in a skill's `tests` folder is for something else. */
export function testForOther(facts: {
  readonly file: string;
  readonly rehearsal: { readonly workflow?: string; readonly skill?: string };
  readonly asked: string;
}): SopwithError {
  const { workflow, skill } = facts.rehearsal;
  const written = workflow === undefined ? `the skill "${skill}"` : `the workflow "${workflow}"`;
  return new SopwithError({
    code: "REHEARSAL_OTHER",
    message: `The test ${facts.file} is written for ${written}, but lies in the folder of the skill "${facts.asked}".`,
    where: { file: facts.file },
    hint: `Write \`skill: ${facts.asked}\`, or move the file.`,
  });
}

/** The `output` of a skill's test is no schema that can be used. */
export function testOutputInvalid(file: string, seen: string): SopwithError {
  return new SopwithError({
    code: "SKILL_TEST_OUTPUT",
    message: `The \`output\` of the test ${file} is no JSON Schema that can be used.`,
    where: { file },
    details: [`Seen: ${seen}`],
    hint: "Write it as { type: object, properties: { ... } }, or leave it out to take any object.",
  });
}

/** A run in which no model spoke has nothing to record. */
export function runNotRecorded(run: string): SopwithError {
  return new SopwithError({
    code: "RECORD_EMPTY",
    message: `No model was asked in the run ${run}, so there is nothing to record.`,
    hint: "Record a run that reaches a skill or a router.",
  });
}

/** The rehearsal that plays a run's model is gone, so the run cannot go on as it began. */
export function rehearsalGone(file: string, cause: unknown): SopwithError {
  return new SopwithError({
    code: "REHEARSAL_GONE",
    message: `The rehearsal ${file} cannot be read.`,
    where: { file },
    hint: "Put the file back, or start a new run.",
    cause,
  });
}

/** The file of toolset switches cannot be read. */
export function toolsetFileBroken(file: string, cause: unknown): SopwithError {
  return new SopwithError({
    code: "TOOLSET_FILE",
    message: `The file ${file} cannot be read, so it is not known which toolsets are on.`,
    where: { file },
    hint: "Correct it: a JSON object of names and true or false. Or remove it: then the config alone holds.",
    cause,
  });
}

/** The workflow's schema has no way from a text. */
export function inputNotText(workflow: string, keys: readonly string[]): SopwithError {
  return new SopwithError({
    code: "INPUT_NOT_TEXT",
    message: `The workflow "${workflow}" cannot start from a text.`,
    details: [`Its state has the keys ${keys.join(", ")}.`],
    hint: "Give it --input file.json, or give the workflow a `fromText`.",
  });
}

/** The file with a workflow's input is missing, or holds no JSON object. */
export function inputFileBroken(
  what: string,
  facts: { readonly where: SourceLocation; readonly seen: string },
): SopwithError {
  return new SopwithError({
    code: "INPUT_FILE",
    message: `The input file ${facts.where.file} ${what}.`,
    where: facts.where,
    details: [`Seen: ${facts.seen}`],
    hint: "Correct the file and run the command again.",
  });
}

/** A model is needed and none is set. */
export function modelNotSet(workflow: string, folder: string): SopwithError {
  return new SopwithError({
    code: "MODEL_NOT_SET",
    message: `The workflow "${workflow}" asks a model, but OPENAI_API_KEY is not set, and there is no rehearsal that could play the model.`,
    details: [
      "OPENAI_BASE_URL chooses another server, OPENAI_MODEL the model; a .env file beside the config is read too.",
    ],
    hint: `Set OPENAI_API_KEY (any text for a server that wants none), or put a rehearsal into ${folder}/.`,
    data: { workflow },
  });
}

/** Vectors are to come from a server that nobody has a key for. */
export function embeddingKeyMissing(model: string): SopwithError {
  return new SopwithError({
    code: "SEARCH_MODEL_NOT_SET",
    message: `The search over skills asks the model "${model}" for vectors, but OPENAI_API_KEY is not set.`,
    hint: "Set OPENAI_API_KEY (any text for a server that wants none), or take `search` out of sopwith.config.ts.",
    data: { model },
  });
}

function hintFor(name: string, known: readonly string[], otherwise: string): string {
  const nearest = nearestNames(name, known);
  if (nearest.length > 0)
    return `Did you mean ${joinNames(
      nearest.map((near) => `"${near}"`),
      "or",
    )}?`;
  return known.length > 0 ? `Known: ${joinNames(known.toSorted())}.` : otherwise;
}
