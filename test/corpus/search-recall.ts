/**
 * How often the skill that is meant is among those that are shown: `node test/corpus/search-recall.ts`, with the folder
 * of published skills in SOPWITH_SHARED. Requests come from the skills' own texts and are kept out of the search.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSkill } from "../../src/skills/parse-skill.ts";
import { createSkillSearch, type SkillHit } from "../../src/skills/search-skills.ts";
import { shortlist } from "../../src/skills/shortlist.ts";
import type { Skill } from "../../src/skills/skill.ts";
import { textTokens } from "../../src/base/text-tokens.ts";
import { chineseRequests, holdOut, type HeldOut, type SearchQuery } from "./search-queries.ts";

const shared = process.env["SOPWITH_SHARED"];
if (shared === undefined) process.stdout.write("Skipped: SOPWITH_SHARED names no folder with corpus/skills.\n");
else await measure(join(shared, "corpus/skills"));

async function measure(root: string): Promise<void> {
  const held = unique([...readSkills(root).values()].map(holdOut)).toSorted((a, b) =>
    hash(a.entry.name) < hash(b.entry.name) ? -1 : 1,
  );
  const lines = ["skills  language  requests  recall@5  recall@8  shown  recall of shown  tokens of the catalogue"];
  for (const size of [20, 100, 1000, held.length]) {
    const catalogues = Array.from({ length: Math.floor(held.length / size) }, (_, index) =>
      held.slice(index * size, (index + 1) * size),
    );
    for (const language of ["en", "zh"] as const) {
      const answers = (await Promise.all(catalogues.map((some) => answer(some, language)))).flat();
      if (answers.length > 0) lines.push([size, language, ...summary(answers)].join("  "));
    }
  }
  process.stdout.write(`${lines.join("\n")}\n`);
}

interface Answer {
  /** Place of the skill that was meant among the hits, from 0; -1 where it is none. */
  readonly position: number;
  readonly isShown: boolean;
  readonly shown: number;
  readonly tokens: number;
}

/** Searches one catalogue for every request that means a skill of it. */
async function answer(some: readonly HeldOut[], language: SearchQuery["language"]): Promise<Answer[]> {
  const entries = some.map(({ entry }) => entry);
  const names = new Set(entries.map(({ name }) => name));
  const queries = [...some.flatMap((one) => one.queries), ...chineseRequests];
  const meant = queries.filter((query) => query.language === language && names.has(query.skill));
  if (meant.length === 0) return [];
  const search = await createSkillSearch(entries);
  const rank = async (query: string): Promise<readonly SkillHit[]> => search.find(query, Infinity);
  return Promise.all(
    meant.map(async ({ text, skill }) => {
      const { shown } = await shortlist(entries, text, { rank });
      return {
        position: search.find(text, 8).findIndex((hit) => hit.name === skill),
        isShown: shown.some((entry) => entry.name === skill),
        shown: shown.length,
        tokens: textTokens(shown.map(({ name, description }) => `- ${name}: ${description}`).join("\n")),
      };
    }),
  );
}

function summary(answers: readonly Answer[]): string[] {
  const part = (holds: (one: Answer) => boolean): string =>
    `${((100 * answers.filter(holds).length) / answers.length).toFixed(1)} %`;
  const mean = (count: (one: Answer) => number): string =>
    (answers.reduce((sum, one) => sum + count(one), 0) / answers.length).toFixed(0);
  return [
    String(answers.length),
    part(({ position }) => position >= 0 && position < 5),
    part(({ position }) => position >= 0),
    mean(({ shown }) => shown),
    part(({ isShown }) => isShown),
    mean(({ tokens }) => tokens),
  ];
}

function readSkills(root: string): Map<string, Skill> {
  const skills = new Map<string, Skill>();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.toLowerCase() !== "skill.md") continue;
    const file = join(entry.parentPath, entry.name);
    const { skill } = parseSkill(readFileSync(file, "utf8"), { file });
    if (skill && !skills.has(skill.name)) skills.set(skill.name, skill);
  }
  return skills;
}

/** A line that stands in two skills asks for neither. */
function unique(held: readonly HeldOut[]): HeldOut[] {
  const counts = new Map<string, number>();
  const all: readonly SearchQuery[] = held.flatMap((one) => one.queries);
  for (const { text } of all) counts.set(text, (counts.get(text) ?? 0) + 1);
  return held.map((one) => ({ ...one, queries: one.queries.filter(({ text }) => counts.get(text) === 1) }));
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
