import { randomUUID } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { messageOf } from "../../base/errors.ts";
import { isPlainObject } from "../../base/json.ts";
import { serversFileUnwritable } from "./config-errors.ts";

/** What of a file of servers is changed. */
export interface ServersEdit {
  /** The file's table of servers as it is to be. */
  readonly edit: (table: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** What to do where the file cannot be changed. */
  readonly byHand: string;
}

/**
 * Changes the servers in a file of them; the file is made if there is none, and replaced whole. All else that stands in it
 * stays.
 * @throws `MCP_SERVERS_FILE` for a file that holds comments or no JSON, or cannot be written: it is left as it was
 */
export async function editServersFile(file: string, { edit, byHand }: ServersEdit): Promise<void> {
  const root = await readRoot(file, byHand);
  const key = ["mcpServers", "servers", "context_servers"].find((known) => isPlainObject(root[known])) ?? "mcpServers";
  const table = root[key];
  const written = { ...root, [key]: edit(isPlainObject(table) ? table : {}) };
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, `${JSON.stringify(written, undefined, 2)}\n`);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw serversFileUnwritable(file, messageOf(error), byHand);
  }
}

async function readRoot(file: string, byHand: string): Promise<Readonly<Record<string, unknown>>> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw serversFileUnwritable(file, messageOf(error), byHand);
  }
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    throw serversFileUnwritable(file, "comments, or no JSON", byHand);
  }
  if (isPlainObject(root)) return root;
  throw serversFileUnwritable(file, "no object", byHand);
}
