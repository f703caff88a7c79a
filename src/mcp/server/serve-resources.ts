import { type McpServer, type ReadResourceResult, ResourceTemplate } from "@modelcontextprotocol/server";
import { afterClose } from "./after-close.ts";
import type { ServedResource } from "./served-offers.ts";
import type { ServedProject } from "./served-project.ts";

/** Most resources of which one client is told when they change. */
const mostSubscriptions = 1000;

/** Serves the resources that are offered, and tells clients of those that they follow. */
export function serveResources(mcp: McpServer, served: ServedProject): void {
  for (const resource of served.parts.offers?.resources ?? []) registerResource(mcp, resource);
  const { server } = mcp;
  const followed = new Set<string>();
  server.setRequestHandler("resources/subscribe", ({ params }) => {
    if (followed.size < mostSubscriptions) followed.add(params.uri);
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", ({ params }) => {
    followed.delete(params.uri);
    return {};
  });
  const stop = served.changes.onChange((list) => {
    if (list !== "resources") return;
    for (const uri of followed) server.sendResourceUpdated({ uri }).catch(() => undefined);
  });
  afterClose(server, stop);
}

function registerResource(mcp: McpServer, resource: ServedResource): void {
  const { uri: address, name, title, description, mimeType } = resource;
  const facts = {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(mimeType !== undefined && { mimeType }),
  };
  const read = async (uri: URL, values: Readonly<Record<string, unknown>>): Promise<ReadResourceResult> => {
    const texts = Object.entries(values).map(([place, value]) => [place, [value].flat().join(",")] as const);
    // The address as the client wrote it: an URL object would change it.
    const asked = address.includes("{") ? uri.href : address;
    const content = await resource.read(asked, Object.fromEntries(texts));
    return { contents: [{ uri: asked, ...(mimeType !== undefined && { mimeType }), ...content }] };
  };
  if (address.includes("{"))
    mcp.registerResource(name, new ResourceTemplate(address, { list: undefined }), facts, async (uri, values) =>
      read(uri, values),
    );
  else mcp.registerResource(name, address, facts, async (uri) => read(uri, {}));
}
