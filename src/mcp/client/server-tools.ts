import type { AnyTool } from "../../tools/tool.ts";
import { isStdioServer, type McpServerConfig } from "../mcp-server-config.ts";
import { type BuiltTools, buildTools } from "./build-tools.ts";
import type { McpConnection } from "./connect.ts";
import { listPages } from "./list-pages.ts";
import type { McpToolParts } from "./mcp-tool.ts";
import type { McpTrust, PinVerdict } from "./mcp-trust.ts";
import { resourceTool } from "./resource-tool.ts";

/** What the tools of a server are made of. */
export interface ServerToolsParts {
  readonly server: string;
  readonly config: McpServerConfig;
  readonly trust: McpTrust | undefined;
  readonly link: McpToolParts["link"];
  /** Tells people of a list that is too long. */
  readonly warn: (message: string) => void;
}

const nothing: BuiltTools = { tools: [], listed: [], dropped: [], quarantined: [], flagged: [], known: new Map() };

/** The tools of a server as they were last listed. They stay while it is away. */
export class ServerTools {
  readonly #parts: ServerToolsParts;
  #built: BuiltTools = nothing;
  #tools: readonly AnyTool[] = [];

  constructor(parts: ServerToolsParts) {
    this.#parts = parts;
  }

  get built(): BuiltTools {
    return this.#built;
  }

  /** The same array as long as nothing changed. */
  get tools(): readonly AnyTool[] {
    return this.#tools;
  }

  /** Reads the list of a connection. Nothing is taken over yet. */
  async read(connection: McpConnection, signal?: AbortSignal): Promise<BuiltTools> {
    const { server, config, trust, link, warn } = this.#parts;
    const timeoutMs = config.startTimeoutMs ?? 10_000;
    const pages = connection.capabilities.tools
      ? await listPages(connection, "tools/list", { timeoutMs, ...(signal && { signal }) })
      : { entries: [], cut: false };
    if (pages.cut) warn(`It lists more tools than are taken: ${pages.entries.length} are.`);
    return buildTools({
      server,
      config,
      link,
      entries: pages.entries,
      overHttp: !isStdioServer(config) && connection.era === "modern",
      known: this.#built.known,
      judge: async (tools) =>
        (await trust?.judge(server, tools)) ??
        new Map(tools.map(({ name }): [string, PinVerdict] => [name, "accepted"])),
    });
  }

  /** Takes over what was read. */
  take({ capabilities }: McpConnection, built: BuiltTools): void {
    const { server: name, config, link } = this.#parts;
    this.#built = built;
    const taken = built.tools.map((tool) => tool.name);
    const tools = capabilities.resources
      ? [...built.tools, this.#resourceTool(taken, { name, config, link })]
      : built.tools;
    if (!sameItems(tools, this.#tools)) this.#tools = tools;
  }

  /** The same one each time, unless the server now has a tool of its name. */
  #resourceTool(taken: readonly string[], server: Parameters<typeof resourceTool>[0]): AnyTool {
    const made = resourceTool(server, taken);
    return this.#tools.find(({ name }) => name === made.name && !taken.includes(name)) ?? made;
  }
}

function sameItems<Item>(a: readonly Item[], b: readonly Item[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
