import { z } from "zod";
import { isSopwithError } from "../base/errors.ts";
import type { ModelMessage } from "../model/model.ts";
import { skillPrompt } from "../model/prompt.ts";
import { finishTool } from "./builtin-tools.ts";
import { loopText } from "./loop-text.ts";
import { defaultLimits } from "./node-limits.ts";
import { nodeScope } from "./node-scope.ts";
import { inputText } from "./run-context.ts";
import { runTurns } from "./run-turns.ts";
import { type Choice, shownChoices, type ShownChoices } from "./shown-choices.ts";
import { toolList } from "./tool-list.ts";
import { openVisitJournal } from "./visit-journal.ts";
import type { Visit } from "./visit.ts";

const UNSURE = "unsure";

/** Lets the model pick one of a closed set of names. `undefined`: it was unsure, named none of them, was out of reach while being unsure is allowed, or there was nothing to choose. */
export async function choose(visit: Visit, choice: Choice): Promise<string | undefined> {
  const { context } = visit;
  // The choice has a journal of its own, beside that of the work that follows in the same visit.
  const place: Visit = { ...visit, path: `${visit.path}/choice` };
  const journal = await openVisitJournal(context, place);
  const shown = await shownChoices(visit, choice);
  if (shown.names.length === 0) return undefined;
  const output = z.object({ choice: choiceSchema(choice, shown).describe("One of the names.") });
  const builtins = [finishTool(output), ...(shown.search ? [shown.search] : [])];
  const scope = nodeScope(place, { journal, tools: [], builtins });
  const messages = choiceMessages(visit, choice, shown);
  const tools = toolList(context.parts.tools, scope);
  try {
    const done = await runTurns({
      visit: place,
      journal,
      scope,
      messages,
      tools,
      toolsAfterCut: tools,
      seen: { cut: false },
      output,
      limits: { ...defaultLimits, maxTurns: 4 },
      maxNudges: 0,
    });
    const { choice: name } = done.value as { readonly choice: string };
    return name === UNSURE ? undefined : name;
  } catch (error) {
    const outOfReach =
      isSopwithError(error) &&
      (error.code.startsWith("MODEL_") || error.code === "OUTPUT_INVALID" || error.code === "LIMIT_REACHED");
    if (!choice.unsure || !outOfReach) throw error;
    context.emit({
      type: "notice",
      node: visit.path,
      level: "warning",
      message: `The model made no choice (${error.code}); the default is taken.`,
    });
    return undefined;
  }
}

/**
 * Where the list is shortened every name is taken, not only those shown: a search may have found it, and an answer that is
 * on record counts also when another list would be shown now.
 */
function choiceSchema({ unsure }: Choice, { names, isShortened }: ShownChoices): z.ZodType<string> {
  const allowed = new Set(unsure ? [...names, UNSURE] : names);
  if (!isShortened) return z.enum([...allowed] as [string, ...string[]]);
  return z.string().refine((name) => allowed.has(name), { error: "It is none of the names." });
}

function choiceMessages(visit: Visit, choice: Choice, { entries: choices, search }: ShownChoices): ModelMessage[] {
  const { locale } = visit.context;
  const guidance = loopText(locale).choice({ unsure: choice.unsure, search: search !== undefined });
  return [
    { role: "system", text: skillPrompt({ node: visit.path, choices, guidance, locale }) },
    { role: "user", text: inputText(choice.input) },
  ];
}
