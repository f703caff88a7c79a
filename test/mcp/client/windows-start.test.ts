import { expect, test } from "vitest";
import { toWindowsStart, type WindowsPlaces } from "../../../src/mcp/client/windows-start.ts";

const files = [
  "C:\\node\\npx.cmd",
  "C:\\node\\node.exe",
  "C:\\desk\\run me.bat",
  "C:\\tools\\both.exe",
  "C:\\tools\\both.cmd",
];
const places: WindowsPlaces = {
  cwd: "C:\\desk",
  env: { Path: "C:\\node;C:\\tools", ComSpec: "C:\\Windows\\cmd.exe" },
  exists: (file) => files.includes(file.replace(/\.[A-Z]+$/, (ending) => ending.toLowerCase())),
};

test.each(["node", "both", "nothing", "C:\\node\\node.exe"])("%s is started as it is", (command) => {
  expect(toWindowsStart(command, ["a b"], places)).toStrictEqual({
    command,
    args: ["a b"],
    windowsVerbatimArguments: false,
  });
});

test.each<[command: string, args: readonly string[], line: string]>([
  ["npx", ["-y", "some-server"], 'C:\\node\\npx.CMD ^^^"-y^^^" ^^^"some-server^^^"'],
  [".\\run me.bat", [], "C:\\desk\\run^ me.bat"],
  ["npx", ['a"b'], 'C:\\node\\npx.CMD ^^^"a\\^^^"b^^^"'],
  ["npx", ["end\\"], 'C:\\node\\npx.CMD ^^^"end\\\\^^^"'],
  ["npx", ["& calc %PATH%"], 'C:\\node\\npx.CMD ^^^"^^^&^^^ calc^^^ ^^^%PATH^^^%^^^"'],
])("%s %j is started through cmd.exe, and nothing in it is a command", (command, args, line) => {
  expect(toWindowsStart(command, args, places)).toStrictEqual({
    command: "C:\\Windows\\cmd.exe",
    args: ["/d", "/s", "/c", `"${line}"`],
    windowsVerbatimArguments: true,
  });
});
