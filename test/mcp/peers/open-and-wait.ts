/** Opens a server that starts a sleeper, says the pids, and lives until it is ended from outside. Argument: JSON of the script. */
import { openMcpServers } from "../../../src/mcp/client/open-mcp-servers.ts";
import { peer } from "../client/peer.ts";

const servers = await openMcpServers({
  servers: { raw: { ...peer("raw-server.ts", process.argv[2] ?? "{}"), era: "legacy" } },
});
await servers.ready();
const timer = setInterval(() => {
  const state = servers.state("raw");
  const sleeper = state?.stderr.find((line) => line.startsWith("forked "))?.split(" ")[1];
  if (sleeper === undefined) return;
  clearInterval(timer);
  process.stdout.write(`${state?.pid} ${sleeper}\n`);
  if (process.argv[3] === "exit") process.exit(); // oxlint-disable-line unicorn/no-process-exit -- this is what is tested
  setInterval(() => undefined, 1000);
}, 20);
