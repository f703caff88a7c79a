import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

test("goes on when nobody reads its errors any more", async () => {
  const child = spawn(process.execPath, [fileURLToPath(new URL("terminal-child.ts", import.meta.url))]);
  const [ready] = (await once(child.stdout, "data")) as [Buffer];
  child.stderr.destroy();
  await once(child.stderr, "close");
  let said = "";
  child.stdout.on("data", (text: Buffer) => (said += text.toString()));
  child.stdin.write("go\n");
  const [code] = (await once(child, "close")) as [number];
  expect([ready.toString(), said, code]).toEqual(["ready\n", "still there\n", 3]);
});
