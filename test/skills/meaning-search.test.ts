import { join } from "node:path";
import { expect, test } from "vitest";
import type { Embedder } from "../../src/model/embedder.ts";
import { createMeaningSearch, type MeaningSearchParts } from "../../src/skills/meaning-search.ts";
import { createSkillVectors } from "../../src/skills/skill-vectors.ts";
import { subjectsOf } from "./embedding-server.ts";
import { makeFolder } from "./skill-folder.ts";

const nothing = { hits: [], share: 0 };
const bySubject: Embedder["embed"] = async (texts) => texts.map(subjectsOf);

/** What a search for "cash" gives, and what it says. */
async function searchFor(embed: Embedder["embed"], parts: Partial<MeaningSearchParts> = {}, count = 3) {
  const search = createMeaningSearch({ embedder: { name: "own", embed }, ...parts });
  search.replace({ name: "refund", description: "Money back." });
  for (let index = 1; index < count; index += 1) search.replace({ name: `task-${index}`, description: "A parcel." });
  const notices: string[] = [];
  const look = async (): Promise<readonly string[]> =>
    (await search.rank("cash", nothing, { onNotice: (message) => void notices.push(message) })).map(({ name }) => name);
  return { first: await look(), look, notices };
}

test("gives all skills, nearest first", async () => {
  const { first, notices } = await searchFor(bySubject);
  expect({ first, notices }).toEqual({ first: ["refund", "task-1", "task-2"], notices: [] });
});

test("weighs words by how much of the request they answer", async () => {
  const search = createMeaningSearch({ embedder: { name: "own", embed: bySubject } });
  for (const name of ["refund", "parcel"]) search.replace({ name, description: "" });
  const rank = async (share: number): Promise<string | undefined> =>
    (await search.rank("cash", { hits: [{ name: "parcel", score: 5 }], share }))[0]?.name;
  expect([await rank(1), await rank(0.2)]).toEqual(["parcel", "refund"]);
});

test("asks for many texts in batches", async () => {
  const sizes: number[] = [];
  await searchFor(
    async (texts) => {
      sizes.push(texts.length);
      return texts.map(subjectsOf);
    },
    {},
    150,
  );
  // The texts of two skills are the same up to their names, so each is embedded.
  expect(sizes).toEqual([1, 64, 64, 22]);
});

test.each<[string, Embedder["embed"], RegExp]>([
  ["throws", () => Promise.reject(new Error("out of memory")), /embedder failed: out of memory/],
  ["gives too few vectors", async () => [], /no list of one vector for each of 1 texts.*SKILL_EMBEDDING_INVALID/],
  ["gives texts", async (texts) => texts as readonly never[], /a vector that is no list of numbers/],
  ["gives NaN", async (texts) => texts.map(() => [Number.NaN]), /a vector that is no list of numbers/],
  [
    "gives vectors of several lengths",
    async (texts) => texts.map((text) => [1, ...(text === "cash" ? [] : [2])]),
    /lengths/,
  ],
])("says so when the embedder %s", async (_, embed, said) => {
  const { first, notices } = await searchFor(embed);
  expect({ first, notices }).toEqual({ first: [], notices: [expect.stringMatching(said)] });
});

test("gives up an embedder that hears no signal, keeps what it has, and goes on the next time", async () => {
  const batches: number[] = [];
  const stuck = Promise.withResolvers<never>();
  const { first, look, notices } = await searchFor(
    (texts) => {
      batches.push(texts.length);
      return batches.length === 3 ? stuck.promise : bySubject(texts);
    },
    { maxMs: 100 },
    100,
  );
  expect([first, notices]).toEqual([[], [expect.stringMatching(/^Skills were compared by words alone: not all/)]]);
  expect((await look())[0]).toBe("refund");
  expect(batches).toEqual([1, 64, 36, 1, 36]);
});

test("sends a slow embedder fewer texts the next time", async () => {
  const sizes: number[] = [];
  const vectors = createSkillVectors({
    embedder: {
      name: "slow",
      embed: async (texts) => {
        sizes.push(texts.length);
        return texts.length > 16 ? new Promise(() => {}) : texts.map(subjectsOf);
      },
    },
  });
  for (let index = 0; index < 20; index += 1) vectors.replace({ name: `task-${index}`, description: "A parcel." });
  await expect(vectors.compare("cash", AbortSignal.timeout(30))).rejects.toThrow("timeout");
  expect((await vectors.compare("cash", new AbortController().signal)).size).toBe(20);
  expect(sizes).toEqual([1, 20, 1, 16, 4]);
});

test("waits for no embedder again at once that answers nothing", async () => {
  let asked = 0;
  const silent = async (): Promise<never> => {
    asked += 1;
    return new Promise(() => {});
  };
  const { look, notices } = await searchFor(silent, { maxMs: 50 });
  await look();
  expect([asked, notices]).toEqual([1, [notices[0], notices[0]]]);
});

test("says so when the vectors cannot be kept, and finds all the same", async () => {
  const folder = makeFolder({ file: "" });
  const { first, notices } = await searchFor(bySubject, { file: join(folder, "file", "vectors") });
  expect([first[0], notices]).toEqual(["refund", [expect.stringMatching(/could not be kept in .*vectors/)]]);
});
