import { readFile } from "node:fs/promises";
import { type Diagnostic, messageOf } from "../../base/errors.ts";
import { isPlainObject } from "../../base/json.ts";
import { positionAt } from "../../base/source-location.ts";
import { scanJson } from "../../model/scan-json.ts";
import type { McpServerConfig } from "../mcp-server-config.ts";
import { checkServers } from "./check-servers.ts";
import { notTakenOver, serversFileBroken, serversFileInvalid, serversFileMistake } from "./config-errors.ts";
import { fromOtherHost } from "./from-other-host.ts";

/** The servers of a file, and what of it was not taken over. */
export interface ServersFile {
  readonly servers: Readonly<Record<string, McpServerConfig>>;
  /** Warnings. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Where hosts write their servers in a file. */
const tables: readonly (readonly string[])[] = [
  ["mcpServers"],
  ["servers"],
  ["context_servers"],
  ["mcp", "servers"],
  ["mcp"],
];

/**
 * Reads a file of MCP servers in the form of ours or of another host; comments and trailing commas are allowed.
 * @throws `MCP_SERVERS_FILE` with every mistake of the file
 */
export async function readServersFile(file: string): Promise<ServersFile> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw serversFileBroken({ file }, messageOf(error));
  });
  const root = parseLooseJson(text, file);
  const table = findTable(root);
  if (table === undefined) throw serversFileBroken({ file }, "no object under mcpServers or servers");
  const converted = fromOtherHost(table);
  const where = (path: readonly PropertyKey[]) => ({ file, ...placeOf(text, path) });
  const { servers, mistakes } = checkServers(converted.entries);
  const faults = [...converted.mistakes, ...mistakes].map(({ path, message, fix }) =>
    serversFileMistake(where(path), `"${path.map(String).join(".")}": ${message}`, fix),
  );
  const inputs = isPlainObject(root) && root["inputs"] !== undefined ? [inputsNote(where([]))] : [];
  const notes = converted.notes.map(({ path, message, fix }) => notTakenOver(where(path), message, fix));
  const diagnostics = [...inputs, ...notes];
  if (faults.length > 0) throw serversFileInvalid(file, faults, diagnostics);
  return { servers, diagnostics };
}

/** JSON, or JSON with comments and trailing commas as editors' settings have it. */
function parseLooseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const scan = scanJson(text);
    const harmless = ["commas or line breaks mended", "comments removed"];
    if (scan?.closed && scan.repairs.every((repair) => harmless.includes(repair))) return JSON.parse(scan.mended);
    const message = messageOf(error);
    const offset = /at position (\d+)/.exec(message)?.[1];
    const place = offset === undefined ? {} : positionAt(text, Number(offset));
    throw serversFileBroken({ file, ...place }, message.replace(/ in JSON at position .*$/s, ""));
  }
}

function findTable(root: unknown): Readonly<Record<string, unknown>> | undefined {
  for (const path of tables) {
    const found = path.reduce<unknown>((value, key) => (isPlainObject(value) ? value[key] : undefined), root);
    if (isPlainObject(found)) return found;
  }
  return undefined;
}

/** The line of the server's name: good enough to find the entry by. */
function placeOf(text: string, [name]: readonly PropertyKey[]): { readonly line: number } | undefined {
  if (name === undefined) return undefined;
  const found = new RegExp(`${escapePattern(JSON.stringify(String(name)))}\\s*:`).exec(text);
  return found ? { line: positionAt(text, found.index).line } : undefined;
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

function inputsNote(where: { readonly file: string }): Diagnostic {
  return notTakenOver(
    where,
    "`inputs` are not asked for here.",
    "Write ${NAME} and set NAME in the environment or in .env.",
  );
}
