import { randomUUID } from "node:crypto";
import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isSopwithError, messageOf } from "../../base/errors.ts";
import { canonicalJson } from "../../base/json.ts";
import type { LockedServer, McpLock } from "./lock-schema.ts";
import { toSkillPin } from "./skill-pin.ts";
import { toolPinFingerprint } from "./tool-pin.ts";
import { lockBroken, lockUnwritable } from "./trust-errors.ts";

/** Beside the config, to be committed. */
export function lockFile(folder: string): string {
  return join(folder, "mcp.lock.json");
}

/**
 * What was agreed to; nothing where there is no file.
 * @throws `MCP_LOCK` for a file that cannot be read or was edited: nobody may take that for a yes
 */
async function readLock(file: string): Promise<McpLock> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { servers: {} };
    throw lockBroken(file, messageOf(error));
  }
  return parseLock(text, file);
}

/** Reads a lock file again only when it has changed. */
export function createLockReader(file: string): () => Promise<McpLock> {
  let last: { readonly stamp: string; readonly lock: Promise<McpLock> } | undefined;
  return async () => {
    const stamp = await stampOf(file);
    if (stamp === undefined || last?.stamp !== stamp) last = { stamp: stamp ?? "", lock: readLock(file) };
    return last.lock;
  };
}

/** `undefined` where it cannot be told whether the file has changed: a change within one tick of the clock may not show. */
async function stampOf(file: string): Promise<string | undefined> {
  try {
    const { mtimeMs, size, ino } = await stat(file);
    return Date.now() - mtimeMs < 100 ? undefined : `${mtimeMs} ${size} ${ino}`;
  } catch {
    // What is wrong shows when it is read.
    return undefined;
  }
}

/** Puts what was agreed to of one server in place of what was; the file is replaced whole. @throws `MCP_LOCK` */
export async function writeLockedServer(file: string, name: string, server: LockedServer): Promise<void> {
  const { servers } = await readLock(file);
  await writeLock(file, { servers: { ...servers, [name]: server } });
}

/** Forgets what was agreed to of a server. @returns false where nothing was @throws `MCP_LOCK` */
export async function dropLockedServer(file: string, name: string): Promise<boolean> {
  const { servers } = await readLock(file);
  if (!Object.hasOwn(servers, name)) return false;
  await writeLock(file, { servers: Object.fromEntries(Object.entries(servers).filter(([other]) => other !== name)) });
  return true;
}

async function writeLock(file: string, lock: McpLock): Promise<void> {
  const draft = `${file}.${randomUUID()}.tmp`;
  // Sorted, so that two people who agree to the same things write the same file.
  const sorted: unknown = JSON.parse(canonicalJson({ version: 1, ...lock }));
  try {
    await writeFile(draft, `${JSON.stringify(sorted, undefined, 2)}\n`);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw lockUnwritable(file, error);
  }
}

async function parseLock(text: string, file: string): Promise<McpLock> {
  const { lockSchema } = await import("./lock-schema.ts");
  try {
    const checked = lockSchema.safeParse(JSON.parse(text));
    if (!checked.success) throw lockBroken(file, issueText(checked.error.issues[0]));
    const { servers } = checked.data;
    for (const [server, { tools, skills = {} }] of Object.entries(servers)) {
      for (const [name, { fingerprint, definition }] of Object.entries(tools))
        if (definition.name !== name || toolPinFingerprint(server, definition) !== fingerprint)
          throw lockBroken(file, `the fingerprint of ${server}/${name} does not fit its definition`);
      for (const [name, { fingerprint, files }] of Object.entries(skills))
        if (toSkillPin(server, name, files).fingerprint !== fingerprint)
          throw lockBroken(file, `the fingerprint of the skill ${server}/${name} does not fit its files`);
    }
    return { servers };
  } catch (error) {
    throw isSopwithError(error) ? error : lockBroken(file, messageOf(error));
  }
}

function issueText(issue: { readonly path: readonly PropertyKey[]; readonly message: string } | undefined): string {
  return issue === undefined ? "not of the expected form" : `${issue.path.join(".")}: ${issue.message}`;
}
