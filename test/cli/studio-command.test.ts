import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { temporaryProject } from "../project/temporary-project.ts";
import { commandFile, plainEnvironment, runSopwith } from "./run-sopwith.ts";

test.each(["SIGINT", "SIGTERM"] as const)("serves until %s, with a page open", async (signal) => {
  const folder = temporaryProject({});
  const line = [commandFile, "studio", "--port", "0", "--json"];
  const child = spawn(process.execPath, line, { cwd: folder, env: plainEnvironment() });
  const [text] = (await once(child.stdout, "data")) as [Buffer];
  const { url } = JSON.parse(String(text)) as { readonly url: string };
  const { origin, hash } = new URL(url);
  const body = JSON.stringify({ key: hash.slice("#key=".length) });
  const opened = await fetch(`${origin}/session`, { method: "POST", headers: { origin }, body });
  const { token } = (await opened.json()) as { readonly token: string };
  const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream" };
  const page = await fetch(`${origin}/view/threads`, { headers });
  const cut = page.text().catch((error: Error) => error.message);
  child.kill(signal);
  const [code] = (await once(child, "close")) as [number];
  expect(code).toBe(130);
  expect(await cut).toBe("terminated");
});

test("refuses a port that is none", async () => {
  const { code, stderr } = await runSopwith(temporaryProject({}), "studio", "--port", "70000");
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `USAGE  --port is "70000", which is no port.\n  Write: --port 4477 (or 0 for any free one)\n`,
  });
});
