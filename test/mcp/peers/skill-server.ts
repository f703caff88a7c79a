/**
 * A server of the SDK that offers the skills in a folder, its first argument, by the Skills extension, in both eras. A call
 * of `weigh` reads the folder anew and says that its resources have changed.
 */
import { McpServer } from "@modelcontextprotocol/server";
import { loadSkills } from "@modelcontextprotocol/server/ext/skills/node";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const catalog = await loadSkills(process.argv[2] ?? "skills");
serveStdio(() => {
  const capabilities = { tools: {}, resources: { listChanged: true } };
  const server = new McpServer({ name: "skills", version: "1.0.0" }, { capabilities });
  server.server.setRequestHandler("tools/list", () => ({
    tools: [{ name: "weigh", inputSchema: { type: "object" } }],
  }));
  server.server.setRequestHandler("tools/call", async () => {
    await catalog.reload();
    await server.server.sendResourceListChanged();
    return { content: [{ type: "text", text: "2 kg" }] };
  });
  catalog.attach(server);
  return server;
});
