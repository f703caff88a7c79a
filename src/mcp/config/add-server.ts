import { randomUUID } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { messageOf } from "../../base/errors.ts";
import { isPlainObject } from "../../base/json.ts";
import { serversFileUnwritable } from "./config-errors.ts";

/**
 * Writes a new server into a file of servers; the file is made if there is none, and replaced whole. All else that stands
 * in it stays.
 * @throws `MCP_SERVERS_FILE` for a file that holds comments or no JSON, or cannot be written: it is left as it was
 */
export async function addServer(file: string, name: string, server: object): Promise<void> {
  const entry = JSON.stringify({ [name]: server });
  const written = addToTable(await readRoot(file, entry), name, server);
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, `${JSON.stringify(written, undefined, 2)}\n`);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw serversFileUnwritable(file, messageOf(error), entry);
  }
}

function addToTable(root: Record<string, unknown>, name: string, server: object): Record<string, unknown> {
  const key = ["mcpServers", "servers", "context_servers"].find((known) => isPlainObject(root[known])) ?? "mcpServers";
  return { ...root, [key]: { ...(root[key] as object | undefined), [name]: server } };
}

async function readRoot(file: string, entry: string): Promise<Record<string, unknown>> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw serversFileUnwritable(file, messageOf(error), entry);
  }
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    throw serversFileUnwritable(file, "comments, or no JSON", entry);
  }
  if (isPlainObject(root)) return root;
  throw serversFileUnwritable(file, "no object", entry);
}
