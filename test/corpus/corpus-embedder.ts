import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { createEmbedder, type Embedder } from "../../src/model/embedder.ts";

/**
 * What a measurement embeds with: a module whose default export gives texts vectors; or a server, as `URL#model`, with
 * the key in `OPENAI_API_KEY`. Each text is embedded once.
 */
export async function openCorpusEmbedder(source: string): Promise<Embedder> {
  const embedder = /^https?:/.test(source) ? toServer(source) : await loadModule(source);
  const known = new Map<string, ArrayLike<number>>();
  return {
    name: embedder.name,
    embed: async (texts, signal) => {
      const fresh = [...new Set(texts)].filter((text) => !known.has(text));
      const vectors = fresh.length === 0 ? [] : await embedder.embed(fresh, signal);
      for (const [index, text] of fresh.entries()) known.set(text, vectors[index]!);
      return texts.map((text) => known.get(text)!);
    },
  };
}

function toServer(source: string): Embedder {
  const [baseURL = "", model = "embedding"] = source.split("#");
  const apiKey = process.env["OPENAI_API_KEY"];
  return createEmbedder({ model, baseURL, ...(apiKey !== undefined && { apiKey }) });
}

async function loadModule(file: string): Promise<Embedder> {
  const module = (await import(pathToFileURL(resolve(file)).href)) as { readonly default: Embedder["embed"] };
  return { name: file, embed: module.default };
}
