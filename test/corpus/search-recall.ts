/**
 * How often the skill that is meant is among those that are shown: `node test/corpus/search-recall.ts [half] [--embed
 * <module or URL>]`, with the folder of published skills in SOPWITH_SHARED. Requests come from the skills' own texts and
 * are kept out of the search; they are split by hash into a half `development`, on which the search may be tuned, and a
 * half `final`, the default. Half of the published skills were handed out without their bodies and are found by name and
 * description alone. With `--embed` meanings are compared beside words: by a module whose default export gives texts
 * vectors, or by a server that speaks `/v1/embeddings`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { textTokens } from "../../src/base/text-tokens.ts";
import { parseSkill } from "../../src/skills/parse-skill.ts";
import { catalogue } from "../../src/model/prompt.ts";
import type { Embedder } from "../../src/model/embedder.ts";
import { createMeaningSearch } from "../../src/skills/meaning-search.ts";
import { createSkillSearch, type SearchEntry, type SkillHit } from "../../src/skills/search-skills.ts";
import { distinctTerms, searchTerms } from "../../src/skills/search-terms.ts";
import { shortlist } from "../../src/skills/shortlist.ts";
import type { Skill } from "../../src/skills/skill.ts";
import { openCorpusEmbedder } from "./corpus-embedder.ts";
import { hash, holdOut, type HeldOut, type SearchQuery } from "./search-queries.ts";
import { writtenRequests } from "./written-requests.ts";

const shared = process.env["SOPWITH_SHARED"];
const { positionals, values } = parseArgs({ allowPositionals: true, options: { embed: { type: "string" } } });
if (shared === undefined) process.stdout.write("Skipped: SOPWITH_SHARED names no folder with corpus/skills.\n");
else {
  const embedder = values.embed === undefined ? undefined : await openCorpusEmbedder(values.embed);
  await measure(join(shared, "corpus/skills"), positionals[0] ?? "final", embedder);
}

async function measure(root: string, half: string, embedder: Embedder | undefined): Promise<void> {
  const held = holdOut([...readSkills(root).values()]).toSorted((a, b) =>
    hash(a.entry.name) < hash(b.entry.name) ? -1 : 1,
  );
  const kinds = ["en said", "en when", "en written", "zh written"];
  const lines = [
    "skills  requests            recall@5  recall@8  shown  recall of shown  tokens  open  recall@8 of the others  with a second search",
  ];
  for (const size of [20, 100, 1000, held.length]) {
    const catalogues = Array.from({ length: Math.floor(held.length / size) }, (_, index) =>
      held.slice(index * size, (index + 1) * size),
    );
    const answers = (await Promise.all(catalogues.map((some) => answer(some, half, embedder)))).flat();
    for (const kind of kinds) {
      const some = answers.filter((one) => one.kind === kind);
      if (some.length > 0) lines.push([String(size).padEnd(6), kind.padEnd(10), ...summary(some)].join("  "));
    }
  }
  process.stdout.write(`${lines.join("\n")}\n`);
}

interface Answer {
  readonly kind: string;
  /** Place of the skill that was meant among the hits, from 0; -1 where it is none. */
  readonly position: number;
  readonly isShown: boolean;
  /** Shown, or found by a second search. */
  readonly isFound: boolean;
  readonly shown: number;
  readonly tokens: number;
  readonly isOpen: boolean;
}

/** Searches one catalogue for every request that means a skill of it. */
async function answer(some: readonly HeldOut[], half: string, embedder: Embedder | undefined): Promise<Answer[]> {
  const entries = some.map(({ entry }) => entry);
  const known = new Map(entries.map((entry) => [entry.name, { entry, words: wordsOf(entry) }]));
  const queries = [
    ...some.flatMap((one) => one.queries).filter(({ text }) => halfOf(text) === half),
    ...writtenRequests,
  ];
  const rank = await createRank(entries, embedder);
  const answers: Answer[] = [];
  for (const query of queries) {
    const meant = known.get(query.skill);
    if (!meant) continue;
    const isMeant = ({ name }: { readonly name: string }): boolean =>
      name === query.skill || isSameSkill(known.get(name)!.words, meant.words);
    const { shown } = await shortlist(entries, query.text, { rank });
    const isShown = shown.some(isMeant);
    answers.push({
      kind: `${query.language} ${query.kind}`,
      position: (await rank(query.text)).slice(0, 8).findIndex(isMeant),
      isShown,
      isFound: isShown || (query.words !== undefined && (await rank(query.words)).slice(0, 8).some(isMeant)),
      shown: shown.length,
      tokens: textTokens(catalogue(shown, "en")),
      isOpen: isOpen(query, meant.words, [...known.values()]),
    });
  }
  return answers;
}

type Rank = (query: string) => Promise<readonly SkillHit[]>;

async function createRank(entries: readonly SearchEntry[], embedder: Embedder | undefined): Promise<Rank> {
  const words = await createSkillSearch(entries);
  if (!embedder) return async (query) => words.find(query, Infinity);
  const meaning = createMeaningSearch({ embedder, maxMs: 2 ** 31 - 1 });
  for (const entry of entries) meaning.replace(entry);
  const onNotice = (message: string): never => {
    throw new Error(message);
  };
  return (query) => meaning.rank(query, words.rank(query), { onNotice });
}

function halfOf(text: string): string {
  return Number.parseInt(hash(text).slice(0, 2), 16) % 2 === 0 ? "development" : "final";
}

interface Words {
  readonly all: ReadonlySet<string>;
  readonly body: ReadonlySet<string>;
}

function wordsOf({ name, description, body = "" }: SearchEntry): Words {
  const words = distinctTerms(body);
  return {
    all: new Set([...searchTerms(name.replace(/[-_/.]+/g, " ")), ...searchTerms(description), ...words]),
    body: new Set(words),
  };
}

/** One skill under two names: four of five words of their bodies are the same, if there is a body to speak of. */
function isSameSkill(one: Words, other: Words): boolean {
  if (one.body.size < 50 || other.body.size < 50) return false;
  const common = [...one.body].filter((word) => other.body.has(word)).length;
  return common / (one.body.size + other.body.size - common) >= 0.8;
}

/** Eight others hold every word of the request that the skill holds which is meant: no list of eight can tell it apart. */
function isOpen({ text }: SearchQuery, meant: Words, all: readonly { readonly words: Words }[]): boolean {
  const words = searchTerms(text).filter((word) => meant.all.has(word));
  return all.filter((one) => one.words !== meant && words.every((word) => one.words.all.has(word))).length >= 8;
}

function summary(answers: readonly Answer[]): string[] {
  const part = (some: readonly Answer[], holds: (one: Answer) => boolean): string =>
    `${((100 * some.filter(holds).length) / some.length).toFixed(1)} %`.padStart(8);
  const mean = (count: (one: Answer) => number): string =>
    (answers.reduce((sum, one) => sum + count(one), 0) / answers.length).toFixed(0).padStart(5);
  const others = answers.filter((one) => !one.isOpen);
  return [
    String(answers.length).padStart(5),
    part(answers, ({ position }) => position >= 0 && position < 5),
    part(answers, ({ position }) => position >= 0),
    mean(({ shown }) => shown),
    part(answers, ({ isShown }) => isShown),
    mean(({ tokens }) => tokens),
    String(answers.length - others.length).padStart(5),
    part(others, ({ position }) => position >= 0),
    answers[0]?.kind.endsWith("written") ? part(answers, ({ isFound }) => isFound) : "",
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
