import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { randomUUID } from "node:crypto";
import { skillDigest } from "../../mcp/client/read-skills.ts";
import type { SkillPin } from "../../mcp/trust/skill-pin.ts";

/** Where the skills of a server lie that somebody agreed to: files of the project, to be committed. */
export function agreedSkillsFolder(folder: string, server: string): string {
  return inside(join(folder, "mcp.skills"), server);
}

/** A folder below another one: what a lock file or a command line says leads nowhere else. */
function inside(root: string, name: string): string {
  if (/^[A-Za-z0-9_-]+$/.test(name)) return join(root, name);
  throw new TypeError(`${JSON.stringify(name)} is no name of a folder`);
}

/** Puts a skill's files in place of those that were there, in one step. */
export async function writeAgreedSkill(root: string, name: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
  const draft = join(root, `.${name}-${randomUUID()}`);
  try {
    for (const [path, bytes] of files) {
      const file = join(draft, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, bytes);
    }
    await dropAgreedSkill(root, name);
    await rename(draft, inside(root, name));
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** Takes a skill's files away; nothing happens where there are none. */
export async function dropAgreedSkill(root: string, name: string): Promise<void> {
  await rm(inside(root, name), { recursive: true, force: true });
}

/** The first of a skill's files that is not what was agreed to, as it lies there. */
export async function editedFile(root: string, name: string, { files }: SkillPin): Promise<string | undefined> {
  for (const [path, digest] of Object.entries(files)) {
    const bytes = await readFile(join(root, name, path)).catch(() => undefined);
    if (bytes === undefined || skillDigest(bytes) !== digest) return path;
  }
  return undefined;
}
