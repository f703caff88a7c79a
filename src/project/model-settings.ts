import type { ProjectSettings } from "./load-config.ts";

/** The model that is asked when neither the environment nor the config names one. */
export const DEFAULT_MODEL = "gpt-4.1-mini";

/** Everything `createChatModel` needs. */
export interface ModelSettings {
  /** Tried in order. */
  readonly models: readonly string[];
  readonly apiKey: string;
  readonly baseURL?: string;
  readonly timeoutMs?: number;
}

/** Which model the environment and the config choose; `undefined` without a key, since then no server is asked. */
export function toModelSettings(
  env: Readonly<Record<string, string | undefined>>,
  config: ProjectSettings["model"],
): ModelSettings | undefined {
  const apiKey = env["OPENAI_API_KEY"]?.trim();
  if (!apiKey) return undefined;
  const named = (env["OPENAI_MODEL"] ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const baseURL = env["OPENAI_BASE_URL"]?.trim() || config.baseURL;
  return {
    models: named.length > 0 ? named : (config.models ?? [DEFAULT_MODEL]),
    apiKey,
    ...(baseURL !== undefined && { baseURL }),
    ...(config.timeoutMs !== undefined && { timeoutMs: config.timeoutMs }),
  };
}
