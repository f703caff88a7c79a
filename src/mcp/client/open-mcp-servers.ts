import { mcpReadFailed, mcpRequired, mcpServerUnknown } from "../mcp-errors.ts";
import type { ToolRegistry } from "../../tools/tool-registry.ts";
import { attachTools } from "./attach-tools.ts";
import { checkServers } from "./check-servers.ts";
import type { McpConnection } from "./connect.ts";
import { createEraCache } from "./era-verdict.ts";
import { loadSdk } from "./load-sdk.ts";
import type { McpServerState } from "./mcp-server-state.ts";
import type { McpServers, McpServersParts } from "./mcp-servers.ts";
import { getPromptOf, listPrompts, listResources, readResourceOf } from "./read-resources.ts";
import { listSkills, readSkillFile, SKILL_FILE } from "./read-skills.ts";
import { ServerLink } from "./server-link.ts";

/**
 * Opens connections to MCP servers, side by side, and returns at once; `ready()` waits for them. The SDK is loaded with
 * the first server that is not disabled.
 * @throws `MCP_CONFIG` for servers whose configuration cannot be meant
 */
export async function openMcpServers(parts: McpServersParts): Promise<McpServers> {
  checkServers(parts.servers);
  const listeners = new Set<(state: McpServerState) => void>();
  const { servers, eras = createEraCache(), ...rest } = parts;
  const onChange = (link: ServerLink): void => {
    if (listeners.size === 0) return;
    const { state } = link;
    for (const listener of listeners) listener(state);
  };
  const links = Object.entries(servers).map(
    ([name, config]) => new ServerLink(name, config, { ...rest, eras, onChange }),
  );
  if (links.some(({ config }) => config.disabled !== true)) await loadSdk();
  const opened = links.map((link) => link.open());
  return toServers({ links, opened, listeners });
}

interface Opened {
  readonly links: readonly ServerLink[];
  readonly opened: readonly Promise<void>[];
  readonly listeners: Set<(state: McpServerState) => void>;
}

function toServers({ links, opened, listeners }: Opened): McpServers {
  const find = (server: string): ServerLink => {
    const link = links.find(({ name }) => name === server);
    if (link) return link;
    throw mcpServerUnknown(
      server,
      links.map(({ name }) => name),
    );
  };
  const onChange = (listener: (state: McpServerState) => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    async ready() {
      await Promise.all(opened);
      checkRequired(links);
      return links.map(({ state }) => state);
    },
    states: () => links.map(({ state }) => state),
    state: (server) => links.find(({ name }) => name === server)?.state,
    tools: (server) => (server === undefined ? links.flatMap(({ tools }) => tools) : find(server).tools),
    listed: (server) => find(server).listed,
    attach: (registry: ToolRegistry) => attachTools(registry, { links, onChange }),
    onChange,
    async refresh(server) {
      const link = find(server);
      await link.refresh();
      return link.state;
    },
    resources: (server) => read(find(server), "its resources", listResources),
    readResource: (server, uri) =>
      read(find(server), `the resource ${uri}`, (connection, options) => readResourceOf(connection, uri, options)),
    prompts: (server) => read(find(server), "its prompts", listPrompts),
    getPrompt: (server, name, values = {}) =>
      read(find(server), `the prompt ${name}`, (connection, options) =>
        getPromptOf(connection, { name, values }, options),
      ),
    skills: (server) => read(find(server), "its skills", listSkills),
    readSkill: (server, skill, path = SKILL_FILE) =>
      read(find(server), `the file ${path} of the skill ${skill.name}`, (connection, options) =>
        readSkillFile(connection, { skill, path }, options),
      ),
    async close() {
      listeners.clear();
      await Promise.all(links.map((link) => link.close()));
    },
  };
}

function checkRequired(links: readonly ServerLink[]): void {
  const missing = links
    .filter(({ config }) => config.required === true && config.disabled !== true)
    .map(({ state }) => state)
    .filter(({ status }) => status !== "ready");
  if (missing.length > 0)
    throw mcpRequired(missing.map(({ name, problem, status }) => ({ name, problem: problem ?? `It is ${status}.` })));
}

async function read<Result>(
  link: ServerLink,
  what: string,
  work: (connection: McpConnection, options: { readonly timeoutMs: number }) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(await link.connection(), { timeoutMs: link.config.timeoutMs ?? 60_000 });
  } catch (error) {
    throw mcpReadFailed(link.name, what, error);
  }
}
