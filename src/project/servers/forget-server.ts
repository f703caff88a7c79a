import { readdir, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { agreedSkillsFolder } from "./agreed-skills.ts";
import type { ProjectServers } from "./project-servers.ts";

/**
 * Forgets all that a project keeps of a server: what was agreed to, its skills, and the tokens of sign-ins.
 * @returns false where nothing was agreed to
 */
export async function forgetServer(
  servers: ProjectServers,
  { folder, name }: { readonly folder: string; readonly name: string },
): Promise<boolean> {
  const wasAgreed = await servers.trust.forget(name);
  const skills = agreedSkillsFolder(folder, name);
  await rm(skills, { recursive: true, force: true });
  // Where it was the last one.
  await rmdir(dirname(skills)).catch(() => undefined);
  const tokens = join(folder, ".sopwith", "mcp-tokens");
  const files = await readdir(tokens).catch(() => []);
  // The name, and a hash of its address.
  const own = new RegExp(`^${name.slice(0, 40)}-[0-9a-f]{16}\\.json$`);
  for (const file of files) if (own.test(file)) await rm(join(tokens, file), { force: true });
  return wasAgreed;
}
