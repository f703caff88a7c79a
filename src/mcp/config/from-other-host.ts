import { isPlainObject, previewJson } from "../../base/json.ts";
import { nearestNames } from "../../base/names.ts";
import { type ServerMistake, serverNamePattern, toServerName } from "./check-servers.ts";
import { serverKeys } from "./server-schema.ts";

/** Entries of another host in our form, what of them could not be meant, and what was not taken over. */
export interface ConvertedServers {
  readonly entries: Readonly<Record<string, unknown>>;
  readonly mistakes: readonly ServerMistake[];
  readonly notes: readonly ServerMistake[];
}

/**
 * Turns the entries that other hosts write into ours. What only says how far the host trusts a server is never taken over:
 * here the config's `effects` and the lock file say that.
 */
export function fromOtherHost(table: Readonly<Record<string, unknown>>): ConvertedServers {
  const entries: Record<string, unknown> = {};
  const mistakes: ServerMistake[] = [];
  const notes: ServerMistake[] = [];
  for (const [written, value] of Object.entries(table)) {
    const name = serverNamePattern.test(written) ? written : toServerName(written);
    if (name !== written)
      notes.push(note([written], `"${written}" is called "${name}" here, since the name stands before its tools.`, ""));
    if (Object.hasOwn(entries, name))
      mistakes.push(note([written], `Two servers would be called "${name}".`, "Give one of them another name."));
    entries[name] = isPlainObject(value) ? convert(written, value, { mistakes, notes }) : value;
  }
  return { entries, mistakes, notes };
}

interface Found {
  readonly mistakes: ServerMistake[];
  readonly notes: ServerMistake[];
}

/** Names of other hosts for what we have. */
const otherNames: Readonly<Record<string, string>> = {
  serverUrl: "url",
  httpUrl: "url",
  environment: "env",
};
const httpTypes = ["http", "streamable-http", "streamableHttp", "streamable_http", "remote"];
/** Keys that loosen a gate for one host. */
const trustKeys = ["autoApprove", "alwaysAllow", "trust", "trusted", "autoAllow"];
const known = new Set([...serverKeys.stdio, ...serverKeys.http]);

function convert(name: string, entry: Readonly<Record<string, unknown>>, found: Found): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(entry)) {
    const field = own(key, value, made);
    if (field !== undefined) Object.assign(made, field);
    else found.notes.push(leftOut(name, key));
  }
  return ownPlaces(made, { name, path: [], found }) as Record<string, unknown>;
}

/** The part of our entry that a key of another host's becomes; `undefined` for one that means nothing here. */
function own(key: string, value: unknown, made: Readonly<Record<string, unknown>>): object | undefined {
  if (Object.hasOwn(otherNames, key)) return { [otherNames[key]!]: value };
  if (key === "enabled") return value === false ? { disabled: true } : {};
  if (key === "includeTools") return { tools: { ...(made["tools"] as object | undefined), allow: value } };
  if (key === "excludeTools") return { tools: { ...(made["tools"] as object | undefined), deny: value } };
  if (key === "command" && Array.isArray(value)) return { command: value[0], args: value.slice(1) };
  if (key === "type" || key === "transport") {
    if (value === "stdio" || value === "local") return {};
    return { type: httpTypes.includes(String(value)) ? "http" : value };
  }
  return known.has(key) ? { [key]: value } : undefined;
}

function leftOut(name: string, key: string): ServerMistake {
  if (trustKeys.includes(key))
    return note(
      [name, key],
      `"${key}" of "${name}" is not taken over: what a tool may do without a person is said by \`effects\`.`,
      'Write "effects": { "<tool>": "read" } for those that only look.',
    );
  // Hosts count it in seconds or in ms.
  const nearest = key === "timeout" ? "timeoutMs" : nearestNames(key, known, 1)[0];
  return note(
    [name, key],
    `"${key}" of "${name}" means nothing here and is not taken over.`,
    nearest === undefined ? "" : `Is "${nearest}" meant?`,
  );
}

interface Walk {
  readonly name: string;
  readonly path: readonly PropertyKey[];
  readonly found: Found;
}

/** `${env:VAR}` and `${userHome}` as we write them. What a host would ask a person for at each start is a mistake. */
function ownPlaces(value: unknown, walk: Walk): unknown {
  const { name, path, found } = walk;
  if (Array.isArray(value)) return value.map((item, index) => ownPlaces(item, { ...walk, path: [...path, index] }));
  if (isPlainObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, field]) => [key, ownPlaces(field, { ...walk, path: [...path, key] })]),
    );
  if (typeof value !== "string") return value;
  const asked = /\$\{input:[^}]*\}/.exec(value)?.[0];
  if (asked !== undefined)
    found.mistakes.push(
      note(
        [name, ...path],
        `${previewJson(asked)} would be asked for at each start, which is not done here.`,
        "Write ${NAME} and set NAME in the environment or in .env.",
      ),
    );
  return value
    .replace(/\$\{env:([^}]+)\}/g, "${$1}")
    .replaceAll("${userHome}", "${HOME}")
    .replaceAll("${workspaceFolder}", ".");
}

function note(path: readonly PropertyKey[], message: string, fix: string): ServerMistake {
  return { path, message, fix };
}
