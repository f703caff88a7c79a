import { startDeadline } from "./attempt-deadline.ts";
import { BrokenAnswer, timeoutFailure, toModelFailure } from "./model-failure.ts";
import { type ServerOptions, toModelServer } from "./model-server.ts";

/** Gives texts vectors, of which near ones mean nearly the same. */
export interface Embedder {
  /** Vectors are kept under it: what gives other vectors needs another name. */
  readonly name: string;
  /** One vector for each text, all of one length. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly ArrayLike<number>[]>;
}

/** An embedding model of an OpenAI-compatible server. */
export interface EmbedderOptions extends ServerOptions {
  /** For example "text-embedding-3-small". */
  readonly model: string;
  /** Length of the vectors, for models that offer several. @default the model's own */
  readonly dimensions?: number;
  /** For one answer, in ms. @default 30000 */
  readonly timeoutMs?: number;
}

/**
 * An embedding model behind an OpenAI-compatible server. LangChain is loaded with the first question. It is asked once
 * and not again: whoever searches by meaning can search by words meanwhile.
 *
 * @throws `MODEL_UNREACHABLE` for a `baseURL` that is no URL; `embed` throws what `ChatModel.respond` throws
 */
export function createEmbedder({ model, dimensions, timeoutMs = 30_000, ...where }: EmbedderOptions): Embedder {
  const server = toModelServer(where);
  const place = { model, url: server.url, redact: server.redact };
  const options = { ...server, model, ...(dimensions !== undefined && { dimensions }) };
  return {
    name: [model, ...(dimensions === undefined ? [] : [dimensions]), server.url].join(" "),
    async embed(texts, signal) {
      signal?.throwIfAborted();
      const { askForVectors } = await import("./langchain-client.ts");
      const deadline = startDeadline(timeoutMs, signal);
      try {
        const vectors = await askForVectors(options, texts, deadline.signal);
        if (isVectors(vectors) && vectors.length === texts.length) return vectors;
        throw new BrokenAnswer("it holds no list of numbers for each text");
      } catch (thrown) {
        signal?.throwIfAborted();
        if (deadline.expired) throw timeoutFailure(place, timeoutMs).error;
        throw toModelFailure(asBroken(thrown), place).error;
      } finally {
        deadline.close();
      }
    },
  };
}

function isVectors(value: unknown): value is readonly (readonly number[])[] {
  return Array.isArray(value) && value.every((vector) => Array.isArray(vector) && vector.every(Number.isFinite));
}

/** LangChain reads an answer of another shape as if it were one. */
function asBroken(thrown: unknown): unknown {
  const isMisread = thrown instanceof TypeError && /undefined|null/.test(thrown.message);
  return isMisread ? new BrokenAnswer("it holds no list of numbers for each text") : thrown;
}
