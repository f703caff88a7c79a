import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Diagnostic } from "../../base/errors.ts";
import { normalizeToolName } from "../../tools/normalize-tool-name.ts";
import type { McpServerConfig } from "../mcp-server-config.ts";
import { serverTwice, serversFileBroken } from "./config-errors.ts";

/** What a config may say under `mcpServers`: servers by name, or files of them. */
export type McpServersSetting = string | readonly string[] | Readonly<Record<string, McpServerConfig>>;

/** The servers of a project, as they are written. */
export interface ConfiguredServers {
  /** Before `${VAR}` is filled in. */
  readonly servers: Readonly<Record<string, McpServerConfig>>;
  /** The file in which each stands. */
  readonly files: ReadonlyMap<string, string>;
  /** What of files was not taken over. */
  readonly diagnostics: readonly Diagnostic[];
  /** Where a server that is added is written. */
  readonly ownFile: string;
}

/** The file that is read where the config names none. `mcp add` writes to it. */
const defaultFile = "mcp.json";

/**
 * The servers of the config and of the files that it names; where it names none, also of `mcp.json` in the project's
 * folder, if it is there.
 * @throws `MCP_SERVERS_FILE` for files that cannot be read, with every mistake; and for a name that stands twice
 */
export async function loadServers(place: {
  readonly folder: string;
  readonly setting: McpServersSetting | undefined;
  readonly configFile: string | undefined;
}): Promise<ConfiguredServers> {
  const { folder, setting, configFile = "" } = place;
  const named = typeof setting === "string" || isList(setting) ? [setting].flat() : undefined;
  const files = (named ?? [defaultFile]).map((file) => resolve(folder, file));
  const [ownFile = join(folder, defaultFile)] = files;
  const written = setting === undefined || named ? {} : (setting as Readonly<Record<string, McpServerConfig>>);
  const servers = new Map(Object.entries(written));
  const places = new Map(Object.keys(written).map((name) => [name, configFile]));
  const diagnostics: Diagnostic[] = [];
  for (const file of files) {
    if (!existsSync(file)) {
      if (named) throw serversFileBroken({ file }, "there is no such file");
      continue;
    }
    const { readServersFile } = await import("./read-servers-file.ts");
    const read = await readServersFile(file);
    diagnostics.push(...read.diagnostics);
    for (const [name, server] of Object.entries(read.servers)) {
      const twin = [...places.keys()].find((other) => normalizeToolName(other) === normalizeToolName(name));
      if (twin !== undefined && places.get(twin) !== file) throw serverTwice(name, [places.get(twin)!, file]);
      servers.set(name, server);
      places.set(name, file);
    }
  }
  return { servers: Object.fromEntries(servers), files: places, diagnostics, ownFile };
}

function isList(setting: McpServersSetting | undefined): setting is readonly string[] {
  return Array.isArray(setting);
}
