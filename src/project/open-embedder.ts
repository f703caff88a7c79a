import { createEmbedder, type Embedder } from "../model/embedder.ts";
import { toFailure } from "../tools/failure.ts";
import type { SearchConfig } from "./define-config.ts";
import type { ModelSettings } from "./model-settings.ts";
import { embeddingKeyMissing } from "./project-errors.ts";

/** What the config chooses to give texts vectors. Without a key no server is asked, and each search says so. */
export function openEmbedder(
  { model = "", dimensions, embed, name = "embed" }: SearchConfig,
  server: Pick<ModelSettings, "apiKey" | "baseURL"> | undefined,
): Embedder {
  if (embed) return { name, embed: withoutSecrets(embed) };
  if (!server) return { name: model, embed: async () => Promise.reject(embeddingKeyMissing(model)) };
  const { apiKey, baseURL } = server;
  return createEmbedder({
    model,
    apiKey,
    ...(baseURL !== undefined && { baseURL }),
    ...(dimensions !== undefined && { dimensions }),
  });
}

/** What code of the project throws stands in notices of runs, as what a tool throws does. */
function withoutSecrets(embed: NonNullable<SearchConfig["embed"]>): Embedder["embed"] {
  return async (texts, signal = new AbortController().signal) => {
    try {
      return await embed(texts, signal);
    } catch (thrown) {
      throw new Error(toFailure(thrown).reason, { cause: thrown });
    }
  };
}
