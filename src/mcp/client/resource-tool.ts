import { z } from "zod";
import type { JsonObject, JsonValue } from "../../base/json.ts";
import { defineTool } from "../../tools/define-tool.ts";
import type { AnyTool } from "../../tools/tool.ts";
import type { CallTarget } from "./call-tool.ts";
import { callFailure } from "./call-failure.ts";
import { listResources, readResourceOf } from "./read-resources.ts";

/** What the tool needs of a server. */
export interface ResourceServer {
  readonly name: string;
  readonly config: { readonly timeoutMs?: number };
  readonly link: Pick<CallTarget, "connection">;
}

/**
 * `server/read_resource`: the resources of a server, listed and read. `taken` are the names of the server's own tools,
 * which keep theirs.
 */
export function resourceTool(server: ResourceServer, taken: readonly string[]): AnyTool {
  const wanted = `${server.name}/read_resource`;
  return define(server, taken.includes(wanted) ? `${server.name}/sopwith_read_resource` : wanted);
}

function define(server: ResourceServer, name: string): AnyTool {
  return defineTool({
    name,
    toolset: server.name,
    category: "mcp",
    labels: ["untrusted"],
    description: `Read a resource of the MCP server "${server.name}" by its URI. Without a URI: the list of its resources.`,
    effect: "read",
    input: z.object({ uri: z.string().optional().describe("As the list gives it; places in braces filled in.") }),
    run: async ({ uri }, { signal }): Promise<JsonValue> => {
      const connection = await server.link.connection(signal);
      const { timeoutMs = 60_000 } = server.config;
      try {
        if (uri === undefined) return toJson({ resources: await listResources(connection, { signal, timeoutMs }) });
        const contents = await readResourceOf(connection, uri, { signal, timeoutMs });
        const [only, ...others] = contents;
        // A text is what a model reads best.
        const isText = others.length === 0 && only?.type === "resource" && only.text !== undefined && !only.meta;
        return isText ? only.text : toJson({ contents });
      } catch (error) {
        throw callFailure(error, { server: server.name, timeoutMs, reads: true, ending: connection.child?.ending });
      }
    },
  });
}

/** What was read from JSON is JSON. */
function toJson(found: object): JsonValue {
  return found as JsonObject;
}
