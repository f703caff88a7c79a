import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { signingKeyUnusable } from "./governance-errors.ts";

/** Fewest characters of a key: with fewer it could be guessed. */
const shortestKey = 16;

/** Where a project's key stands when `SOPWITH_SECRET` is not set: apart from the store's file. */
export function signingKeyFile(folder: string): string {
  return join(folder, ".sopwith/signing.key");
}

/**
 * The key that decisions are signed with: `SOPWITH_SECRET`, else the text of `file`, which is made with mode 0600 if it
 * is missing. It stands apart from the store, so that who can write to the store cannot sign.
 *
 * @throws `SIGNING_KEY`
 */
export function loadSigningKey(file: string, env: Readonly<Record<string, string | undefined>>): string {
  const given = env["SOPWITH_SECRET"];
  if (given !== undefined && given !== "") return checkLength(given, "SOPWITH_SECRET");
  try {
    makeKeyFile(file);
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
    return checkLength(readFileSync(file, "utf8").trim(), file);
  } catch (error) {
    throw signingKeyUnusable(file, error instanceof Error ? error.message : "it cannot be read");
  }
}

/** Of two processes that come at once one makes the file, and both read it. */
function makeKeyFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, `${randomBytes(32).toString("base64url")}\n`, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function checkLength(key: string, from: string): string {
  if (key.length < shortestKey)
    throw signingKeyUnusable(from, `it has ${key.length} characters, expected at least ${shortestKey}`);
  return key;
}
