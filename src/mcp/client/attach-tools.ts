import { messageOf } from "../../base/errors.ts";
import type { ToolRegistry } from "../../tools/tool-registry.ts";
import type { AnyTool } from "../../tools/tool.ts";
import type { McpServerState } from "./mcp-server-state.ts";
import type { ServerLink } from "./server-link.ts";

/** Where the tools come from. */
export interface AttachParts {
  readonly links: readonly ServerLink[];
  readonly onChange: (listener: (state: McpServerState) => void) => () => void;
}

/** Keeps the tools of all servers in the registry, and takes them out again when the answer is called. */
export function attachTools(registry: ToolRegistry, { links, onChange }: AttachParts): () => void {
  const put = createPut(registry);
  for (const link of links) put(link);
  // A fallback may be a tool of a server that comes after.
  for (const link of links) put(link);
  const stop = onChange((state) => {
    const link = links.find(({ name }) => name === state.name);
    if (link) put(link);
  });
  return () => {
    stop();
    for (const { name } of links) registry.replace([], ownerOf(name));
  };
}

/** Who brings the tools of a server, for messages. */
function ownerOf(server: string): string {
  return `MCP server "${server}"`;
}

/**
 * Puts a server's tools in place of those it had; nothing happens where they are the same. Tools whose names are somebody
 * else's are left out.
 */
function createPut(registry: ToolRegistry): (link: ServerLink) => void {
  const last = new Map<ServerLink, readonly AnyTool[]>();
  return (link) => {
    const owner = ownerOf(link.name);
    const free = link.tools.filter((tool) => {
      const holder = registry.resolve(tool.name);
      return holder === undefined || registry.ownerOf(holder.name) === owner;
    });
    const tools = free.map((tool) => withKnownFallbacks(registry, tool));
    const before = last.get(link) ?? [];
    if (tools.length === before.length && tools.every((tool, index) => tool === before[index])) return;
    try {
      registry.replace(tools, owner);
      last.set(link, tools);
      link.noteTaken(link.tools.filter((tool) => !free.includes(tool)));
    } catch (error) {
      link.noteRefused(messageOf(error));
    }
  };
}

const variants = new WeakMap<AnyTool, Map<string, AnyTool>>();

/** A fallback that is not there is passed over until it is. */
function withKnownFallbacks(registry: ToolRegistry, tool: AnyTool): AnyTool {
  const { fallback } = tool.policy;
  const known = fallback.filter((step) => registry.has(typeof step === "string" ? step : step.tool));
  if (known.length === fallback.length) return tool;
  const key = known.map((step) => (typeof step === "string" ? step : step.tool)).join(" ");
  let made = variants.get(tool);
  if (!made) variants.set(tool, (made = new Map()));
  let variant = made.get(key);
  if (!variant)
    made.set(key, (variant = Object.freeze({ ...tool, policy: Object.freeze({ ...tool.policy, fallback: known }) })));
  return variant;
}
