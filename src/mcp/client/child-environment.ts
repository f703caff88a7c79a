import process from "node:process";
import type { McpStdioServer } from "../mcp-server-config.ts";

/** What every child gets: enough to find programs and folders, nothing that could be a secret. */
const safeNames: readonly string[] =
  process.platform === "win32"
    ? [
        "APPDATA",
        "COMSPEC",
        "HOMEDRIVE",
        "HOMEPATH",
        "LOCALAPPDATA",
        "PATH",
        "PATHEXT",
        "PROCESSOR_ARCHITECTURE",
        "PROGRAMDATA",
        "PROGRAMFILES",
        "SYSTEMDRIVE",
        "SYSTEMROOT",
        "TEMP",
        "USERNAME",
        "USERPROFILE",
        "WINDIR",
      ]
    : ["HOME", "LANG", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ", "USER"];

/** The environment of a server's process: the safe names, those the config lists, and the values it sets. */
export function childEnvironment(server: Pick<McpStdioServer, "env" | "inheritEnv">): Record<string, string> {
  const names = [...safeNames, ...(server.inheritEnv ?? [])];
  const inherited = names.flatMap((name) => {
    const value = process.env[name];
    // A value of this form is a shell function, which some shells would run.
    return value === undefined || value.startsWith("()") ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(inherited), ...server.env };
}
