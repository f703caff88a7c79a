import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { isPlainObject } from "../../base/json.ts";
import type { PublishedContracts } from "../../store/registry-store.ts";
import { toolFingerprint } from "../../tools/tool-fingerprint.ts";
import type { AnyTool } from "../../tools/tool.ts";

const weekMs = 604_800_000;

/** Names this process among all that ever were: a number may come again. */
const processName = `${process.pid}@${hostname()}/${randomUUID().slice(0, 6)}`;

/** What this process has, for others to see. */
export async function processContracts(
  work: string,
  tools: readonly AnyTool[],
  { folder, generation }: Pick<PublishedContracts, "folder" | "generation">,
): Promise<PublishedContracts> {
  const release = await readRelease(folder);
  const rows = tools.map((tool) => {
    const { name, version, toolset, effect } = tool;
    return { name, version, toolset, effect, fingerprint: toolFingerprint(tool) };
  });
  return {
    process: processName,
    host: hostname(),
    pid: process.pid,
    folder,
    work,
    ...(release !== undefined && { release }),
    at: new Date().toISOString(),
    generation,
    tools: rows.toSorted((a, b) => (a.name === b.name ? a.version - b.version : a.name < b.name ? -1 : 1)),
  };
}

/** True while a process may still be there; of another machine it is not known, so a week counts. */
export function mayLive({ host, pid, at }: PublishedContracts, now: number): boolean {
  if (host !== hostname()) return now - Date.parse(at) < weekMs;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of somebody else cannot be signalled, but it is there.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Name and version of the project's package. */
async function readRelease(folder: string): Promise<string | undefined> {
  try {
    const read: unknown = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    if (!isPlainObject(read) || typeof read["name"] !== "string") return undefined;
    return typeof read["version"] === "string" ? `${read["name"]}@${read["version"]}` : read["name"];
  } catch {
    // Without a package there is no release to name.
    return undefined;
  }
}
