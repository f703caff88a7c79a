import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isPlainObject } from "../../base/json.ts";
import type { EraCache } from "../../mcp/client/mcp-servers.ts";

/**
 * Keeps in the project's folder which era of the protocol each server speaks. It only saves time: what cannot be read or
 * written is found out again.
 */
export function createEraFile(folder: string): EraCache {
  const file = join(folder, ".sopwith", "mcp-eras.json");
  const change = async (edit: (eras: Record<string, string>) => void): Promise<void> => {
    const eras = await readEras(file);
    edit(eras);
    await writeEras(file, eras);
  };
  return {
    get: async (key) => (await readEras(file))[key],
    set: (key, verdict) => change((eras) => void (eras[key] = verdict)),
    delete: (key) => change((eras) => void delete eras[key]),
  };
}

async function readEras(file: string): Promise<Record<string, string>> {
  try {
    const read: unknown = JSON.parse(await readFile(file, "utf8"));
    const entries = isPlainObject(read) ? Object.entries(read) : [];
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
  } catch {
    // Not there yet, or half of it: then nothing is known.
    return {};
  }
}

async function writeEras(file: string, eras: Record<string, string>): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(draft, `${JSON.stringify(eras, undefined, 2)}\n`);
    await rename(draft, file);
  } catch {
    // A folder that cannot be written costs one question to the server at each start.
  }
}
