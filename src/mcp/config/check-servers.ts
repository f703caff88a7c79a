import type { z } from "zod";
import { isPlainObject, previewJson } from "../../base/json.ts";
import { joinNames, nearestNames } from "../../base/names.ts";
import { reservedNamespaces } from "../../tools/check-tool-spec.ts";
import { normalizeToolName } from "../../tools/normalize-tool-name.ts";
import type { McpServerConfig } from "../mcp-server-config.ts";
import { entryIssues, innerKeys, serverKeys } from "./server-schema.ts";

/** What is wrong at one place of a table of servers. */
export interface ServerMistake {
  /** From the table: `["weather", "tools", "allow"]`. */
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly fix: string;
}

/** A table of servers that was checked: those that are sound, and every mistake of the others. */
export interface CheckedServers {
  readonly servers: Readonly<Record<string, McpServerConfig>>;
  readonly mistakes: readonly ServerMistake[];
}

/** Checks a table of servers by name, as a config writes it. Values may hold `${VAR}`. */
export function checkServers(written: Readonly<Record<string, unknown>>): CheckedServers {
  const servers: Record<string, McpServerConfig> = {};
  const mistakes: ServerMistake[] = [];
  const seen = new Map<string, string>();
  for (const [name, entry] of Object.entries(written)) {
    const found = [...nameMistakes(name), ...twinMistakes(name, seen), ...entryMistakes(name, entry)];
    seen.set(normalizeToolName(name), name);
    if (found.length === 0) servers[name] = entry as McpServerConfig;
    mistakes.push(...found);
  }
  return { servers, mistakes };
}

/** A server's name is the namespace of its tools. */
export const serverNamePattern: RegExp = /^[A-Za-z0-9_-]{1,60}$/;

function nameMistakes(name: string): ServerMistake[] {
  if (!serverNamePattern.test(name))
    return [
      {
        path: [name],
        message: "A server's name is the namespace of its tools: letters, digits, `_` and `-`, at most 60.",
        fix: `Call it ${JSON.stringify(toServerName(name))}, for instance.`,
      },
    ];
  if (!reservedNamespaces.includes(name.toLowerCase())) return [];
  return [
    {
      path: [name],
      message: `The namespace "${name}" belongs to Sopwith: a server cannot be called so.`,
      fix: `Call it "${name}-server", for instance.`,
    },
  ];
}

/** Names that tools could not be told apart by. */
function twinMistakes(name: string, seen: ReadonlyMap<string, string>): ServerMistake[] {
  const twin = seen.get(normalizeToolName(name));
  if (twin === undefined) return [];
  const message = `It cannot be told from "${twin}": they differ in case or repeated separators only.`;
  return [{ path: [name], message, fix: "Give one of them another name." }];
}

/** The nearest name that a server can have. */
export function toServerName(name: string): string {
  const plain = name
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  return plain === "" ? "server" : plain;
}

function entryMistakes(name: string, entry: unknown): ServerMistake[] {
  const at = (message: string, fix: string): ServerMistake[] => [{ path: [name], message, fix }];
  if (!isPlainObject(entry)) return at(`expected an object, seen ${previewJson(entry, 60)}.`, howToWrite);
  const [isStarted, isReached] = ["command" in entry, "url" in entry];
  if (isStarted && isReached) return at("It has both a `command` and a `url`.", "Keep the one that is meant.");
  if (!isStarted && !isReached) {
    const near = Object.keys(entry).find((key) => nearestNames(key, ["command", "url"], 1).length > 0);
    const seen = near === undefined ? "" : ` Is "${near}" meant as one of them?`;
    return at(`It has neither a \`command\` nor a \`url\`.${seen}`, howToWrite);
  }
  const [kind, otherKind] = isStarted ? (["stdio", "http"] as const) : (["http", "stdio"] as const);
  const place = { name, entry, known: serverKeys[kind], other: serverKeys[otherKind] };
  return entryIssues(kind, entry).flatMap((issue) => toMistakes(issue, place));
}

const howToWrite =
  'Write { command: "npx", args: ["-y", "some-server"] } for a server that is started, { url: "https://..." } for one that is reached.';

interface Place {
  readonly name: string;
  readonly entry: Readonly<Record<string, unknown>>;
  readonly known: readonly string[];
  /** Keys of the other kind of server. */
  readonly other: readonly string[];
}

function toMistakes(issue: z.core.$ZodIssue, { name, entry, known, other }: Place): ServerMistake[] {
  const path = [name, ...issue.path];
  if (issue.code !== "unrecognized_keys") {
    const seen = issue.path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown>)[key], entry);
    const said = `${issue.message}, seen ${previewJson(seen, 60)}.`;
    return [{ path, message: said, fix: "Correct the value, or leave the key out." }];
  }
  const here = issue.path.length === 0 ? known : (innerKeys[String(issue.path[0])] ?? []);
  return issue.keys.map((key) => {
    const fix = nearestKey(key, here);
    if (issue.path.length === 0 && other.includes(key))
      return {
        path: [...path, key],
        message: `"${key}" is for ${"command" in entry ? "a server that is reached by `url`" : "a server that is started by `command`"}.`,
        fix: "Leave it out.",
      };
    return { path: [...path, key], message: `There is no key "${key}" here.`, fix };
  });
}

function nearestKey(key: string, known: readonly string[]): string {
  const nearest = nearestNames(key, known, 1);
  return nearest.length > 0 ? `Did you mean "${nearest[0]}"?` : `Known: ${joinNames(known)}.`;
}
