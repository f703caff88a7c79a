import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, watch } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { commandFile, plainEnvironment, runSopwith } from "../../cli/run-sopwith.ts";
import { temporaryProject } from "../../project/temporary-project.ts";

const files = {
  "sopwith.config.ts": `export default { tools: "tools", mcpServe: { tools: ["desk/*"] } };`,
  "tools/desk.ts": `
    import { writeFileSync } from "node:fs";
    import { defineTool } from "sopwith";
    export const send = defineTool({
      name: "desk/send", description: "Sends.", effect: "write", inputSchema: { type: "object", properties: { to: { type: "string" } } },
      run: ({ to }) => {
        if (to === "bo") return "sent";
        writeFileSync("began", to);
        return new Promise(() => setInterval(() => {}, 1000));
      },
    });`,
};

/** `mcp serve` in a folder, and a way to call its tool: answers when there is an answer. */
function serve(folder: string) {
  const child = spawn(process.execPath, [commandFile, "mcp", "serve"], { cwd: folder, env: plainEnvironment() });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const said = createInterface({ input: child.stderr })[Symbol.asyncIterator]();
  const clientInfo = { name: "raw", version: "1" };
  const send = (id: number, method: string, params: object): void =>
    void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
  send(1, "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
  return {
    child,
    said,
    call: async (to: string) => {
      send(2, "tools/call", { name: "desk__send", arguments: { to } });
      await lines.next();
      return lines.next();
    },
  };
}

/** Waits until a file is there. */
async function appears(file: string): Promise<void> {
  const watcher = watch(dirname(file));
  const change = once(watcher, "change");
  if (!existsSync(file)) await change;
  watcher.close();
  if (!existsSync(file)) await appears(file);
}

test(
  "a write that is cut off by our end is on record, and in doubt from the next start on",
  { timeout: 60_000 },
  async () => {
    const folder = temporaryProject(files);
    const first = serve(folder);
    void first.call("ada");
    await appears(join(folder, "began"));
    const meanwhile = await runSopwith(folder, "audit");
    expect(meanwhile.stdout).toMatch(/mcp\/raw +desk\/send +started .*"to":"ada"/);
    expect((await runSopwith(folder, "doctor")).stdout).toContain("none cut off");
    first.child.kill("SIGKILL");
    await once(first.child, "exit");
    expect((await runSopwith(folder, "doctor")).stdout).toMatch(/desk\/send, begun at .* was cut off: nobody knows/);
    const second = serve(folder);
    expect((await second.said.next()).value).toMatch(/^desk\/send, begun at .* by mcp\/raw with .*"ada".* was cut off/);
    await second.call("bo");
    second.child.stdin.end();
    await once(second.child, "exit");
    const { stdout } = await runSopwith(folder, "audit");
    expect(stdout).toMatch(/desk\/send +in_doubt MCP_CALL_CUT_OFF .*"ada"/);
    expect(stdout).toMatch(/desk\/send +ok .*"bo"/);
    expect(stdout).not.toContain("started");
    expect((await runSopwith(folder, "audit", "--check")).stdout).toContain("they fit together");
    expect((await runSopwith(folder, "doctor")).stdout).toContain("1 cut off");
  },
);
