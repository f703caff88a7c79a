import { createHash } from "node:crypto";
import { messageOf } from "../base/errors.ts";
import type { Embedder } from "../model/embedder.ts";
import type { SearchEntry } from "./search-skills.ts";
import { embeddingInvalid } from "./skill-errors.ts";
import { untilAborted } from "./until-aborted.ts";
import { readVectorFile, toVectorKey, writeVectorFile } from "./vector-file.ts";
import { cosine, toVector, type Vector } from "./vector.ts";

/** The vectors of skills, made when they are first needed, once for each text. */
export interface SkillVectors {
  /** Puts a skill in place of the one of its name. */
  replace(entry: SearchEntry): void;
  /** Forgets a skill. */
  remove(name: string): void;
  /**
   * How near each skill is to `query`, from -1 to 1, after what is missing was embedded.
   * @param onNotice told when the vectors cannot be kept
   * @throws what the embedder throws, `SKILL_EMBEDDING_INVALID`
   */
  compare(query: string, signal: AbortSignal, onNotice?: Notify): Promise<ReadonlyMap<string, number>>;
}

type Notify = (message: string) => void;

/** Where vectors come from, and where they are kept. */
export interface SkillVectorsParts {
  readonly embedder: Embedder;
  /** Kept from one process to the next, so that only what has changed is embedded. @default they are not kept */
  readonly file?: string | undefined;
}

/** Texts that are sent at once: so many, as long as that does not take all of a search's time. */
const largestBatch = 64;
/** Models read a few hundred words, and the first say what a skill is for. */
const maxCharacters = 1000;

/** Makes them. Nothing is embedded, nor read from the file, before the first comparison. */
export function createSkillVectors({ embedder, file }: SkillVectorsParts): SkillVectors {
  const texts: Texts = new Map();
  let reading: Promise<Map<string, Vector>> | undefined;
  const pace = { batch: largestBatch };
  // Two comparisons at once embed what is missing once.
  let turn: Promise<unknown> = Promise.resolve();
  return {
    replace: ({ name, description }) => {
      const text = `${name.replace(/[-_/.]+/g, " ")}: ${description}`.slice(0, maxCharacters);
      texts.set(name, { key: toVectorKey(createHash("sha256").update(text).digest("hex")), text });
    },
    remove: (name) => void texts.delete(name),
    compare: async (query, signal, onNotice) => {
      reading ??= file === undefined ? Promise.resolve(new Map()) : readVectorFile(file, embedder.name);
      const vectors = await reading;
      const asked = (await embed(embedder, [query.slice(0, maxCharacters)], signal))[0]!;
      const work = { embedder, file, texts, vectors, length: asked.values.length, pace, onNotice };
      const filling = turn.then(() => fill(work, signal));
      turn = filling.catch(() => undefined);
      await untilAborted(filling, signal);
      return new Map(
        [...texts].flatMap(([name, { key }]) => {
          const vector = vectors.get(key);
          return vector ? [[name, cosine(asked, vector)]] : [];
        }),
      );
    },
  };
}

/** By the skills' names. */
type Texts = Map<string, { readonly key: string; readonly text: string }>;

interface Filling extends SkillVectorsParts {
  readonly texts: Texts;
  /** By the texts' keys. */
  readonly vectors: Map<string, Vector>;
  /** Of all vectors. */
  readonly length: number;
  readonly pace: { batch: number };
  readonly onNotice: Notify | undefined;
}

/** Embeds what has no vector of this length yet. What was embedded is kept although the rest failed. */
async function fill(work: Filling, signal: AbortSignal): Promise<void> {
  const missing = missingTexts(work);
  if (missing.length === 0) return;
  const { pace } = work;
  let from = 0;
  try {
    for (; from < missing.length; from += pace.batch)
      await embedBatch(work, missing.slice(from, from + pace.batch), signal);
  } catch (thrown) {
    // A slow embedder would never get further with as many.
    if (signal.aborted && from === 0) pace.batch = Math.ceil(pace.batch / 4);
    throw thrown;
  } finally {
    await keep(work);
  }
}

type Row = readonly [key: string, text: string];

function missingTexts({ texts, vectors, length }: Filling): readonly Row[] {
  const missing = new Map<string, string>();
  for (const { key, text } of texts.values()) if (vectors.get(key)?.values.length !== length) missing.set(key, text);
  return [...missing];
}

async function embedBatch(
  { embedder, vectors, length }: Filling,
  rows: readonly Row[],
  signal: AbortSignal,
): Promise<void> {
  const words = rows.map(([, text]) => text);
  const made = await embed(embedder, words, signal);
  if (made.some(({ values }) => values.length !== length)) throw embeddingInvalid("vectors of several lengths");
  for (const [index, [key]] of rows.entries()) vectors.set(key, made[index]!);
}

/** Forgets what no skill has any more, and writes the rest down. */
async function keep({ embedder, file, texts, vectors, length, onNotice }: Filling): Promise<void> {
  const used = new Set(Array.from(texts.values(), ({ key }) => key));
  for (const [key, { values }] of vectors) if (!used.has(key) || values.length !== length) vectors.delete(key);
  if (file === undefined) return;
  try {
    await writeVectorFile(file, embedder.name, vectors);
  } catch (thrown) {
    onNotice?.(`The vectors of skills could not be kept in ${file}: ${messageOf(thrown)}.`);
  }
}

/** An embedder of the project's own may hear no signal, and may give anything. */
async function embed(embedder: Embedder, texts: readonly string[], signal: AbortSignal): Promise<readonly Vector[]> {
  signal.throwIfAborted();
  const given: unknown = await untilAborted(embedder.embed(texts, signal), signal);
  if (!Array.isArray(given) || given.length !== texts.length)
    throw embeddingInvalid(`no list of one vector for each of ${texts.length} texts`);
  return given.map((numbers: unknown) => {
    if (!isNumbers(numbers)) throw embeddingInvalid("a vector that is no list of numbers");
    return toVector(numbers);
  });
}

function isNumbers(value: unknown): value is ArrayLike<number> {
  const list: unknown =
    ArrayBuffer.isView(value) && !(value instanceof DataView) ? Array.from(value as Float32Array) : value;
  return Array.isArray(list) && list.length > 0 && list.every(Number.isFinite);
}
