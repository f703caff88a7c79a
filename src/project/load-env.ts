import { existsSync } from "node:fs";
import { join } from "node:path";
import { envUnreadable } from "./project-errors.ts";

/**
 * Reads the project's `.env` into `process.env`, if there is one. What the environment has already stays.
 *
 * @throws `ENV_UNREADABLE`
 */
export function loadEnv(folder: string): void {
  const file = join(folder, ".env");
  if (!existsSync(file)) return;
  try {
    process.loadEnvFile(file);
  } catch (error) {
    throw envUnreadable(file, error);
  }
}
