import type { McpServers } from "../../mcp/client/mcp-servers.ts";
import { fallbackNames } from "../../tools/check-fallbacks.ts";
import { normalizeToolName } from "../../tools/normalize-tool-name.ts";
import type { ToolRegistry } from "../../tools/tool-registry.ts";
import type { AnyTool } from "../../tools/tool.ts";
import { type AbsentTools, createAbsentTools } from "./absent-tool.ts";
import { expectedOf } from "./expected-of.ts";

/** Who brings the tools of a server, as lists and messages name them. */
export function serverOwner(server: string): string {
  return `MCP server "${server}"`;
}

/** How the tools of servers come into a registry. */
export interface FillOptions {
  /** All servers of the project that are not switched off, started or not. */
  readonly names: readonly string[];
  /** Those that are switched off: skills may name their tools all the same. */
  readonly disabled: readonly string[];
  /** Those that were started. */
  readonly servers: ReadonlyMap<string, McpServers>;
  /** What stands for tools that a server does not offer now, so that other tools, steps and runs may still name them. */
  readonly absent: ReadonlyMap<string, AbsentTools>;
  /** The project's own tools that are or will be in the registry: no server's tool takes the place of one. */
  readonly own: readonly AnyTool[];
  /** Tools in place of the servers', one for one. @default they stay as they are */
  readonly adapt?: (tools: readonly AnyTool[]) => readonly AnyTool[];
  /** Told of tools that were left out since one of the project's own has the name. */
  readonly onClash?: (server: string, names: readonly string[]) => void;
}

/**
 * Fills a registry with the project's own tools, which `addOwn` brings, and with the tools of servers as they are now.
 * Either may fall back to the other: servers to which the own fall back come first, and again once those are there.
 */
export function fillRegistry(registry: ToolRegistry, options: FillOptions, addOwn: () => void): void {
  const { onClash: _told, ...first } = options;
  for (const server of options.disabled) registry.expect(expectedOf(server, undefined), serverOwner(server));
  for (const server of options.names)
    if (neededNames(server, options.own).length > 0) fillFrom(registry, server, first);
  addOwn();
  for (const server of options.names) fillFrom(registry, server, options);
}

/** Fills a registry again whenever the tools of a server change. @returns what ends it */
export function followServers(registry: ToolRegistry, options: FillOptions): () => void {
  const ends = [...options.servers].map(([server, connections]) =>
    connections.onChange(() => fillFrom(registry, server, options)),
  );
  return () => {
    for (const end of ends) end();
  };
}

function fillFrom(registry: ToolRegistry, server: string, options: FillOptions): void {
  const { servers, absent, own, adapt, onClash } = options;
  registry.expect(expectedOf(server, servers.get(server)?.state(server)), serverOwner(server));
  const listed = servers.get(server)?.tools(server) ?? [];
  const taken = ownNames(own);
  const free = listed.filter(({ name }) => !taken.has(normalizeToolName(name)));
  const clashing = listed.filter((tool) => !free.includes(tool) && !own.includes(tool)).map(({ name }) => name);
  if (clashing.length > 0) onClash?.(server, clashing);
  const names = new Set(free.map(({ name }) => name));
  // Of a server that was not asked for it is not known what it has.
  const stand = absent.get(server) ?? createAbsentTools(server, { command: "" }, []);
  const missing = [...stand.names, ...neededNames(server, [...own, ...registry.list()])].filter(
    (name) => !names.has(name) && !taken.has(normalizeToolName(name)),
  );
  const standIns = new Set(missing);
  const isThere = (name: string): boolean => names.has(name) || standIns.has(name) || registry.has(name);
  const sound = free.map((tool) => withoutMissingFallbacks(tool, isThere));
  const rest = [...standIns].map((name) => withoutMissingFallbacks(stand.get(name), isThere));
  registry.replace([...(adapt?.(sound) ?? sound), ...rest], serverOwner(server));
}

/** Names that tools have or had, as the registry compares them. */
function ownNames(tools: readonly AnyTool[]): ReadonlySet<string> {
  const names = tools.flatMap(({ name, aliases }) => [name, ...aliases.map((alias) => alias.name)]);
  return new Set(names.map(normalizeToolName));
}

/** Tools of the server to which others fall back: a registry does without none of them. */
function neededNames(server: string, tools: readonly AnyTool[]): string[] {
  const others = tools.filter(({ toolset }) => toolset !== server);
  return [...new Set(others.flatMap(fallbackNames))].filter((name) => name.startsWith(`${server}/`));
}

function withoutMissingFallbacks(tool: AnyTool, isThere: (name: string) => boolean): AnyTool {
  const { fallback } = tool.policy;
  const kept = fallback.filter((step) => isThere(typeof step === "string" ? step : step.tool));
  return kept.length === fallback.length ? tool : { ...tool, policy: { ...tool.policy, fallback: kept } };
}
