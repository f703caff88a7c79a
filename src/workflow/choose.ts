import { z } from "zod";
import { isSopwithError } from "../base/errors.ts";
import type { JsonValue } from "../base/json.ts";
import type { ModelMessage } from "../model/model.ts";
import { type CatalogueEntry, skillPrompt } from "../model/prompt.ts";
import { shortlist } from "../skills/shortlist.ts";
import { finishTool } from "./builtin-tools.ts";
import { loopText } from "./loop-text.ts";
import { defaultLimits } from "./node-limits.ts";
import { nodeScope } from "./node-scope.ts";
import { inputText } from "./run-context.ts";
import { toolList } from "./tool-list.ts";
import { runTurns } from "./run-turns.ts";
import { openVisitJournal } from "./visit-journal.ts";
import type { Visit } from "./visit.ts";

const UNSURE = "unsure";

/** A closed choice. */
export interface Choice {
  readonly names: readonly string[];
  /** What each is for; without it the names are skills, described by the library. */
  readonly descriptions: Readonly<Record<string, string>> | undefined;
  readonly input: JsonValue | undefined;
  /** Whether the model may say that it is unsure. */
  readonly unsure: boolean;
}

/** Lets the model pick one of a closed set of names. `undefined`: it was unsure, named none of them, or was out of reach while being unsure is allowed. */
export async function choose(visit: Visit, choice: Choice): Promise<string | undefined> {
  const { context } = visit;
  // The choice has a journal of its own, beside that of the work that follows in the same visit.
  const place: Visit = { ...visit, path: `${visit.path}/choice` };
  const journal = await openVisitJournal(context, place);
  const entries = await shownEntries(visit, choice);
  const names = entries.map((entry) => entry.name);
  const allowed = choice.unsure ? [...names, UNSURE] : names;
  const output = z.object({ choice: z.enum(allowed as [string, ...string[]]).describe("One of the names.") });
  const scope = nodeScope(place, { journal, tools: [], builtins: [finishTool(output)] });
  const messages = choiceMessages(visit, choice, entries);
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

function choiceMessages(visit: Visit, choice: Choice, choices: readonly CatalogueEntry[]): ModelMessage[] {
  const { locale } = visit.context;
  const guidance = loopText(locale).choice(choice.unsure);
  return [
    { role: "system", text: skillPrompt({ node: visit.path, choices, guidance, locale }) },
    { role: "user", text: inputText(choice.input) },
  ];
}

/** Cases are all shown, as their author wrote them; of skills those that fit the input best, where not all have room. */
async function shownEntries(visit: Visit, choice: Choice): Promise<readonly CatalogueEntry[]> {
  if (choice.descriptions)
    return choice.names.map((name) => ({ name, description: choice.descriptions?.[name] ?? "" }));
  const { skills } = visit.context.parts;
  const listed = new Map(skills.list().map((skill) => [skill.name, skill]));
  // A library that was not loaded yet lists nothing; opening the skill loads it.
  const entries = await Promise.all(
    choice.names.map(async (name) => {
      const { description } = listed.get(name) ?? (await skills.get(name));
      return { name, description };
    }),
  );
  const { shown, leftOut } = await shortlist(entries, inputText(choice.input), {
    ...(skills.search && { rank: (query) => skills.search!(query, Infinity) }),
  });
  if (leftOut > 0)
    visit.context.emit({
      type: "notice",
      node: visit.path,
      level: "info",
      message: `${shown.length} of ${entries.length} skills are shown to the model, those that fit the input best; ${leftOut} are left out.`,
    });
  return shown;
}
