import { previewJson } from "../../base/json.ts";
import type { Diagnostic } from "../../base/errors.ts";
import { normalizeToolName } from "../../tools/normalize-tool-name.ts";
import { mcpConfigError, mcpConfigFault } from "../mcp-errors.ts";
import { isStdioServer, type McpServerConfig } from "../mcp-server-config.ts";

/** Namespaces of our own tools. */
const reserved: readonly string[] = ["sop", "user", "skill", "node", "tool", "result"];

/** Longest time that a timer holds, in ms; a longer one would be over at once. */
const longestMs = 2_147_483_647;

/** @throws `MCP_CONFIG` with every mistake in the servers' names, addresses and times */
export function checkServers(servers: Readonly<Record<string, McpServerConfig>>): void {
  const faults: Diagnostic[] = [];
  const seen = new Map<string, string>();
  for (const [name, config] of Object.entries(servers)) {
    faults.push(...nameFaults(name, seen), ...placeFaults(name, config), ...timeFaults(name, config));
    seen.set(normalizeToolName(name), name);
  }
  if (faults.length > 0) throw mcpConfigError(faults);
}

function nameFaults(name: string, seen: ReadonlyMap<string, string>): Diagnostic[] {
  if (!/^[A-Za-z0-9_-]{1,60}$/.test(name))
    return [
      mcpConfigFault(
        `The name ${previewJson(name)} cannot be the namespace of tools.`,
        "Use letters, digits, `_` and `-`, at most 60.",
      ),
    ];
  if (reserved.includes(name.toLowerCase()))
    return [mcpConfigFault(`The name "${name}" is reserved.`, "Choose another name.")];
  const other = seen.get(normalizeToolName(name));
  if (other === undefined) return [];
  return [mcpConfigFault(`The names "${other}" and "${name}" cannot be told apart.`, "Give one of them another name.")];
}

function placeFaults(name: string, config: McpServerConfig): Diagnostic[] {
  if (isStdioServer(config))
    return typeof config.command === "string" && config.command !== ""
      ? []
      : [mcpConfigFault(`The server "${name}" has an empty \`command\`.`, "Give the program that starts it.")];
  const { url } = config as { readonly url?: unknown };
  const isHttp = typeof url === "string" && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  return isHttp
    ? []
    : [
        mcpConfigFault(
          `The server "${name}" has the \`url\` ${previewJson(url ?? null)}.`,
          "Give a `command`, or a URL that begins with http:// or https://.",
        ),
      ];
}

function timeFaults(name: string, config: McpServerConfig): Diagnostic[] {
  return (["startTimeoutMs", "timeoutMs", "maxTotalMs"] as const).flatMap((key) => {
    const ms = config[key];
    if (ms === undefined || (Number.isFinite(ms) && ms >= 1 && ms <= longestMs)) return [];
    const fix = `Give a number of milliseconds from 1 to ${longestMs}.`;
    return [mcpConfigFault(`The server "${name}" has the \`${key}\` ${previewJson(ms)}.`, fix)];
  });
}
