import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { createGateway } from "../../src/tools/gateway/gateway.ts";
import { agree, open } from "./server-project.ts";
import { root, temporaryProject } from "./temporary-project.ts";

test("roots count from the project's folder, wherever the command was given", async () => {
  const script = {
    pages: [[{ name: "roots", inputSchema: { type: "object" } }]],
    calls: { roots: { request: { method: "roots/list" } } },
  };
  const server = {
    command: process.execPath,
    args: [join(root, "test/mcp/peers/raw-server.ts"), JSON.stringify(script)],
    era: "legacy",
    effects: { "*": "read" },
    roots: ["notes", "file:///other"],
  };
  const folder = temporaryProject({ "mcp.json": JSON.stringify({ mcpServers: { desk: server } }) });
  await agree(folder);
  const { project } = await open(folder);
  const gateway = createGateway({ registry: await project.tools() });
  const caller = { run: "t/1", thread: "t", node: "n" };
  const outcome = await gateway.call({ callId: "c", tool: "desk/roots", input: {} }, { caller, locale: "en" });
  const roots = [{ uri: pathToFileURL(join(folder, "notes")).href }, { uri: "file:///other" }];
  expect(outcome).toMatchObject({ status: "ok", output: JSON.stringify({ roots }) });
});
