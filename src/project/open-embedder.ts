import { createEmbedder, type Embedder } from "../model/embedder.ts";
import type { SearchConfig } from "./define-config.ts";
import type { ModelSettings } from "./model-settings.ts";
import { embeddingKeyMissing } from "./project-errors.ts";

/** What the config chooses to give texts vectors. Without a key no server is asked, and each search says so. */
export function openEmbedder(
  { model = "", dimensions, embed, name = "embed" }: SearchConfig,
  server: Pick<ModelSettings, "apiKey" | "baseURL"> | undefined,
): Embedder {
  if (embed) return { name, embed: async (texts, signal) => embed(texts, signal ?? new AbortController().signal) };
  if (!server) return { name: model, embed: async () => Promise.reject(embeddingKeyMissing(model)) };
  const { apiKey, baseURL } = server;
  return createEmbedder({
    model,
    apiKey,
    ...(baseURL !== undefined && { baseURL }),
    ...(dimensions !== undefined && { dimensions }),
  });
}
