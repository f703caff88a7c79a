import { isPlainObject } from "../../base/json.ts";
import type { McpServerConfig } from "../mcp-server-config.ts";
import { envMissing, type MissingVariable } from "./config-errors.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** `${NAME}`, `${NAME:-default}`; `$${` stands for `${`. */
const place = /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

/**
 * A server's config with `${VAR}` and `${VAR:-default}` filled in, in every text but the keys. A variable that is set to
 * nothing counts as not set.
 * @throws `MCP_ENV_MISSING` naming all variables that are not set and have no default
 */
export function expandServer(name: string, config: McpServerConfig, env: Environment): McpServerConfig {
  const missing: MissingVariable[] = [];
  const expanded = expand(config, { env, path: [], missing });
  if (missing.length > 0) throw envMissing(name, missing);
  return expanded as McpServerConfig;
}

/** Where a text stands, and what is found out on the way. */
export interface ExpandWalk {
  readonly env: Environment;
  readonly path: readonly string[];
  readonly missing: MissingVariable[];
}

function expand(value: unknown, walk: ExpandWalk): unknown {
  if (typeof value === "string") return expandText(value, walk);
  if (Array.isArray(value)) return value.map((item, index) => expand(item, deeper(walk, String(index))));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, expand(field, deeper(walk, key))]));
}

function deeper(walk: ExpandWalk, key: string): ExpandWalk {
  return { ...walk, path: [...walk.path, key] };
}

/**
 * One text with its variables filled in; those that are not set and have no default are added to `missing`. What is filled
 * in is not looked at again: a value may hold `${` of its own.
 */
export function expandText(text: string, { env, path, missing }: ExpandWalk): string {
  return text.replace(place, (_whole, name: string | undefined, otherwise: string | undefined) => {
    if (name === undefined) return "${";
    const value = env[name];
    if (value !== undefined && value !== "") return value;
    if (otherwise !== undefined) return otherwise;
    missing.push({ variable: name, path: path.join(".") });
    return "";
  });
}
