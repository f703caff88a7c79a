import type { JsonObject } from "../base/json.ts";
import type { Rehearsal } from "../model/rehearsal.ts";
import { rehearsalInput } from "../project/play-rehearsal.ts";
import { loadInput, toInput } from "../project/run-input.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { inputMissing, usageError } from "./cli-errors.ts";
import type { CommandArguments } from "./command.ts";
import type { Terminal } from "./terminal.ts";

/** What a run starts from. */
export interface RunInput {
  readonly input: JsonObject;
  /** What the user typed. */
  readonly text?: string;
  /** True when it is the rehearsal's own. */
  readonly scripted: boolean;
}

/** Where the input can come from. */
export interface RunInputSources {
  readonly workflow: Workflow;
  /** The rehearsal whose input is taken when there is no other. Asked for then only. */
  readonly example: () => Promise<Rehearsal | undefined>;
  readonly args: CommandArguments;
  /** The terminal at which a person can be asked, if there is one. */
  readonly terminal?: Terminal;
  readonly signal: AbortSignal;
}

/**
 * The input of a run: the command line's text or file, else what the person types, else the rehearsal's.
 *
 * @throws `USAGE` when there is none, or two; `INPUT_NOT_TEXT`, `INPUT_FILE`
 */
export async function readRunInput(sources: RunInputSources): Promise<RunInput> {
  const { workflow, args, terminal } = sources;
  const text = args.words.slice(1).join(" ");
  const file = args.value("input");
  if (text !== "" && file !== undefined) throw usageError("Both a text and --input are given.", "Give one of them.");
  if (text !== "") return { input: toInput(workflow, text), text, scripted: false };
  if (file !== undefined) return { input: await loadInput(file), scripted: false };
  const rehearsal = await sources.example();
  const own = rehearsal?.input === undefined ? undefined : rehearsalInput(workflow, rehearsal);
  if (terminal && workflow.fromText && !(own && own.text === undefined)) {
    const typed = await askText(terminal, { ...sources, ...(own?.text !== undefined && { otherwise: own.text }) });
    if (typed === undefined) throw inputMissing(workflow.name, true);
    if (typed !== "") return { input: toInput(workflow, typed), text: typed, scripted: false };
  }
  if (own) return { ...own, scripted: true };
  if (!workflow.fromText && workflow.state.safeParse({}).success)
    return { input: {}, scripted: rehearsal !== undefined };
  throw inputMissing(workflow.name, workflow.fromText !== undefined);
}

/** What the person types; `undefined` when the input ends. */
async function askText(
  terminal: Terminal,
  { workflow, otherwise, signal }: RunInputSources & { readonly otherwise?: string },
): Promise<string | undefined> {
  const hint = otherwise === undefined ? "" : `Enter alone takes: ${otherwise}\n`;
  return (await terminal.ask(`${hint}Text for ${workflow.name}: `, signal))?.trim();
}
