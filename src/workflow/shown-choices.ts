import { z } from "zod";
import type { JsonValue } from "../base/json.ts";
import type { CatalogueEntry } from "../model/prompt.ts";
import type { SkillHit } from "../skills/search-skills.ts";
import { shorten, shortlist } from "../skills/shortlist.ts";
import { defineBuiltinTool } from "../tools/define-tool.ts";
import type { AnyTool } from "../tools/tool.ts";
import { inputText } from "./run-context.ts";
import type { Visit } from "./visit.ts";

/** A closed choice. */
export interface Choice {
  readonly names: readonly string[];
  /** What each is for; without it the names are skills, described by the library. */
  readonly descriptions: Readonly<Record<string, string>> | undefined;
  readonly input: JsonValue | undefined;
  /** Whether the model may say that it is unsure. */
  readonly unsure: boolean;
}

/** What a model is shown of a closed choice. */
export interface ShownChoices {
  readonly entries: readonly CatalogueEntry[];
  /** Everything that may be chosen, shown or not. Skills that are not for models are not in it. */
  readonly names: readonly string[];
  /** True where there was no room for some, or for more than the name of some. */
  readonly isShortened: boolean;
  /** Looks among all of them; there where the list is shortened. */
  readonly search?: AnyTool;
}

/** Found by one search, at most. */
const maxFound = 8;

/** Cases are all shown, as their author wrote them; of skills those that fit the input best, where not all have room. */
export async function shownChoices(visit: Visit, choice: Choice): Promise<ShownChoices> {
  if (choice.descriptions) {
    const entries = choice.names.map((name) => ({ name, description: choice.descriptions?.[name] ?? "" }));
    return { entries, names: choice.names, isShortened: false };
  }
  const { skills } = visit.context.parts;
  const rank = skills.search && ((query: string) => searchAll(visit, query));
  const listed = new Map(skills.list().map((skill) => [skill.name, skill]));
  // A library that was not loaded yet lists nothing; opening the skill loads it.
  const named = await Promise.all(choice.names.map(async (name) => listed.get(name) ?? skills.get(name)));
  const all = named.flatMap(({ name, description, notForModels }) => (notForModels ? [] : [{ name, description }]));
  const { shown, leftOut, namesAlone } = await shortlist(all, inputText(choice.input), {
    ...(rank && { rank }),
  });
  const names = all.map(({ name }) => name);
  if (leftOut === 0 && namesAlone === 0) return { entries: shown, names, isShortened: false };
  visit.context.emit({
    type: "notice",
    node: visit.path,
    level: "info",
    message:
      leftOut === 0
        ? `All ${all.length} skills are shown to the model, ${namesAlone} of them by name alone.`
        : `${shown.length} of ${all.length} skills are shown to the model, those that fit the input best; ${leftOut} are left out.`,
  });
  return { entries: shown, names, isShortened: true, ...(rank && { search: skillSearchTool(all, rank) }) };
}

/** What an embedder that fails cannot do is told as the run goes on. */
async function searchAll({ context, path }: Visit, query: string): Promise<readonly SkillHit[]> {
  const onNotice = (message: string): void => context.emit({ type: "notice", node: path, level: "warning", message });
  return (await context.parts.skills.search?.(query, Infinity, { signal: context.signal, onNotice })) ?? [];
}

/** `skill/search`: skills by what they do, also those that were left out. */
function skillSearchTool(
  entries: readonly CatalogueEntry[],
  rank: (query: string) => Promise<readonly SkillHit[]>,
): AnyTool {
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  return defineBuiltinTool({
    name: "skill/search",
    description: "Search all skills, also those not listed, and read what they do.",
    effect: "read",
    input: z.object({
      query: z.string().trim().min(1).describe("What the skill does: several words, also other words for the same."),
    }),
    run: async ({ query }) => {
      const hits = await rank(query);
      const found = hits.flatMap(({ name }) => byName.get(name) ?? []).slice(0, maxFound);
      return { skills: found.map(({ name, description }) => ({ name, description: shorten(description) })) };
    },
  });
}
