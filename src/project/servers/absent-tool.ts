import { makeMcpTool } from "../../mcp/client/mcp-tool.ts";
import type { ListedTool } from "../../mcp/client/mcp-trust.ts";
import { leftOut } from "../../mcp/client/tool-facts.ts";
import { exposedNames } from "../../mcp/client/exposed-names.ts";
import type { McpServerConfig } from "../../mcp/mcp-server-config.ts";
import { toolError } from "../../tools/tool-error.ts";
import type { AnyTool } from "../../tools/tool.ts";

/** Tools of a server that it does not offer now: it is not there, it dropped them, or nobody agreed to what they are now. */
export interface AbsentTools {
  /** Names in the registry of those that somebody agreed to. */
  readonly names: readonly string[];
  /** The stand-in for a name; one that nobody agreed to takes any arguments. The same object each time. */
  get(name: string): AnyTool;
}

/** Makes stand-ins with the contracts that were agreed to. */
export function createAbsentTools(server: string, config: McpServerConfig, agreed: readonly ListedTool[]): AbsentTools {
  const taken = agreed.filter(({ name }) => leftOut(name, config) === undefined);
  const names = exposedNames(
    server,
    taken.map(({ name }) => name),
  );
  const definitions = new Map(taken.map((tool) => [names.get(tool.name)!, tool]));
  const made = new Map<string, AnyTool>();
  return {
    names: [...definitions.keys()],
    get: (name) => {
      const known = made.get(name) ?? absentTool(name, definitions.get(name), { server, config });
      made.set(name, known);
      return known;
    },
  };
}

/** No model is told of it, and a call is answered with `unavailable`. */
function absentTool(
  name: string,
  definition: ListedTool | undefined,
  place: { readonly server: string; readonly config: McpServerConfig },
): AnyTool {
  const parts = { ...place, link: noLink, overHttp: false };
  const made = makeMcpTool(definition ?? anyTool(name), name, parts);
  const { tool } = "tool" in made ? made : (makeMcpTool(anyTool(name), name, parts) as { readonly tool: AnyTool });
  return { ...tool, available: { check: () => false }, run: noLink.connection };
}

function anyTool(name: string): ListedTool {
  return { name, inputSchema: { type: "object", additionalProperties: true } };
}

const noLink = {
  connection: (): never => {
    throw toolError({
      code: "MCP_UNAVAILABLE",
      message: "The server does not offer this tool now.",
      effect: "none",
      retryable: false,
    });
  },
  renew: (): void => undefined,
  relist: (): void => undefined,
  inputs: undefined as never,
};

/** True for a stand-in. */
export function isAbsent(tool: AnyTool): boolean {
  return tool.run === noLink.connection;
}
