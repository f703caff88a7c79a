import { createHash } from "node:crypto";
import { canonicalJson } from "../../base/json.ts";
import { isStdioServer, type McpServerConfig } from "../mcp-server-config.ts";
import type { EraCache } from "./mcp-servers.ts";

/** How long a server is taken to speak the old era only, in ms: a server that was renewed answers the old way as well. */
const keptMs = 24 * 3600 * 1000;

/** True when this server was found to speak the old era only, not long ago. The new era is asked for at each start. */
export async function isKnownLegacy(config: McpServerConfig, eras: EraCache): Promise<boolean> {
  const verdict = await eras.get(eraKey(config));
  const [era, at] = verdict?.split(" ") ?? [];
  return era === "legacy" && Date.now() - Number(at) < keptMs;
}

/** Keeps what was found out. */
export async function keepEra(config: McpServerConfig, eras: EraCache, era: "legacy" | "modern"): Promise<void> {
  if (era === "legacy") await eras.set(eraKey(config), `legacy ${Date.now()}`);
  else await eras.delete(eraKey(config));
}

/** Keeps eras as long as the process lives. */
export function createEraCache(): EraCache {
  const eras = new Map<string, string>();
  return {
    get: (key) => eras.get(key),
    set: (key, verdict) => void eras.set(key, verdict),
    delete: (key) => void eras.delete(key),
  };
}

/** The same for every start of the same program or URL; secrets in `env` and `headers` do not go in. */
function eraKey(config: McpServerConfig): string {
  const place = isStdioServer(config)
    ? { command: config.command, args: config.args, cwd: config.cwd }
    : { url: config.url, type: config.type };
  return createHash("sha256").update(canonicalJson(place)).digest("hex").slice(0, 32);
}
