import { processTerminal } from "../../src/cli/terminal.ts";

/** Writes to stderr when it is told that nobody reads it any more, and then says that it is still there. */
const terminal = processTerminal();
terminal.write("ready\n");
process.stdin.once("data", () => {
  terminal.writeError("first\n");
  setImmediate(() => {
    terminal.writeError("second\n");
    setImmediate(() => {
      terminal.write("still there\n");
      process.exitCode = 3;
    });
  });
  process.stdin.destroy();
});
