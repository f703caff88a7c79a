/* oxlint-disable no-console, unicorn/no-process-exit -- a program of its own, which prints where it should not */
import { guardStdout } from "../../../src/mcp/server/guard-stdout.ts";

const stdout = guardStdout();
// What modules print while they load, and later, must not come between the messages.
console.log("a module prints while it loads");
process.stdout.write("and so does another\n");
setInterval(() => console.info("a timer that never ends"), 50);

const [{ openShop }, { serveMcp }] = await Promise.all([
  import("./shop.ts"),
  import("../../../src/mcp/server/serve-mcp.ts"),
]);
const shop = await openShop(process.argv[2]!);
const served = await serveMcp(shop.parts, {
  tools: ["shop/*"],
  stdio: { stdin: process.stdin, stdout },
  onNotice: (message) => console.error(message),
});
await served.closed;
// The command ends the process as well: a timer of somebody else must not keep it.
process.exit(0);
