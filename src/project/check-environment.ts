import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { dirname } from "node:path";
import { messageOf } from "../base/errors.ts";
import { type Finding, finding } from "./doctor-check.ts";
import type { ModelSettings } from "./model-settings.ts";
import type { Project } from "./open-project.ts";

/** Is the model server there, and does it take the key? Nothing is asked of a model. */
export async function checkModel(settings: ModelSettings | undefined): Promise<Finding> {
  if (!settings) return finding("ok", "OPENAI_API_KEY is not set: runs are rehearsals");
  const base = settings.baseURL ?? "https://api.openai.com/v1";
  const names = settings.models.join(", ");
  const answer = await fetch(`${base.replace(/\/$/, "")}/models`, {
    headers: { authorization: `Bearer ${settings.apiKey}` },
    signal: AbortSignal.timeout(5000),
  }).catch((error: unknown) => messageOf(error instanceof Error ? (error.cause ?? error) : error));
  if (typeof answer === "string")
    return finding("error", `${names}: ${base} cannot be reached (${answer}); check OPENAI_BASE_URL and the network`);
  await answer.body?.cancel();
  if (answer.status === 401 || answer.status === 403)
    return finding("error", `${names}: ${base} refuses the key (${answer.status}); check OPENAI_API_KEY`);
  return finding("ok", `${names} at ${base}`);
}

/** Is the store sound, and can it be written? Nothing is written. */
export async function checkStoreFile({ settings }: Project): Promise<Finding> {
  if (settings.store.kind === "memory") return finding("warning", "memory: nothing outlives the process");
  const { checkStore } = await import("../store/check-store.ts");
  const { file } = settings.store;
  const { exists, sizeBytes, diagnostics } = checkStore(file);
  if (diagnostics.length > 0) return finding("error", file, diagnostics);
  const folder = await firstFolder(dirname(file));
  const writable = await access(exists ? file : folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!writable) return finding("error", `${exists ? file : folder} cannot be written`);
  return finding("ok", exists ? `${file}, ${Math.ceil(sizeBytes / 1024)} KiB` : `${file}, made at the first run`);
}

/** The nearest folder above that is there. */
async function firstFolder(folder: string): Promise<string> {
  const there = await access(folder).then(
    () => true,
    () => false,
  );
  return there || dirname(folder) === folder ? folder : firstFolder(dirname(folder));
}
