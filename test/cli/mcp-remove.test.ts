import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { acceptDesk, skillProject } from "../project/skill-project.ts";
import { forecast, listingServer, serverProject } from "../project/server-project.ts";
import { runSopwith } from "./run-sopwith.ts";

const json = (folder: string, file: string): unknown => JSON.parse(readFileSync(join(folder, file), "utf8"));

test("takes a server out of its file, with what was agreed to, its skills and its tokens", async () => {
  const folder = skillProject();
  await acceptDesk(folder);
  const tokens = join(folder, ".sopwith/mcp-tokens");
  mkdirSync(tokens, { recursive: true });
  for (const name of ["desk-0123456789abcdef.json", "desk-two-0123456789abcdef.json"])
    writeFileSync(join(tokens, name), "{}");
  expect(await runSopwith(folder, "mcp", "remove", "desk")).toEqual({
    code: 0,
    stdout: "Took desk out of mcp.json and mcp.lock.json. Skills and nodes that name its tools are as they were.\n",
    stderr: "",
  });
  expect([json(folder, "mcp.json"), json(folder, "mcp.lock.json")]).toEqual([
    { mcpServers: {} },
    { version: 1, servers: {} },
  ]);
  expect(
    ["mcp.skills/desk", ".sopwith/mcp-tokens/desk-0123456789abcdef.json"].map((path) => existsSync(join(folder, path))),
  ).toEqual([false, false]);
  expect(existsSync(join(tokens, "desk-two-0123456789abcdef.json"))).toBe(true);
  expect(await runSopwith(folder, "mcp", "remove", "desk")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("MCP_SERVER_UNKNOWN"),
  });
});

test.each(["..", "../..", "mcp.skills", "desk/..", ""])("takes nothing away for the name %j", async (name) => {
  const folder = skillProject();
  await acceptDesk(folder);
  expect((await runSopwith(folder, "mcp", "remove", name)).code).toBe(2);
  for (const path of ["mcp.json", "mcp.lock.json", "mcp.skills/desk/packing/SKILL.md", "offered/packing/SKILL.md"])
    expect(existsSync(join(folder, path))).toBe(true);
});

test("leaves all else in the file, whatever host wrote it", async () => {
  const folder = serverProject([forecast]);
  const entries = { "my desk": { command: "node" }, weather: listingServer() };
  writeFileSync(join(folder, "mcp.json"), JSON.stringify({ theme: "dark", servers: entries }));
  expect((await runSopwith(folder, "mcp", "remove", "my-desk")).code).toBe(0);
  expect(json(folder, "mcp.json")).toMatchObject({ theme: "dark", servers: { weather: {} } });
  writeFileSync(join(folder, "mcp.json"), `// Ours.\n${JSON.stringify({ servers: entries })}`);
  expect(await runSopwith(folder, "mcp", "remove", "weather")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Take "weather" out by hand.'),
  });
});

test("says what to take out of a config, and forgets what was agreed to after that", async () => {
  const config = (servers: object): string => `export default { mcpServers: ${JSON.stringify(servers)} };\n`;
  const folder = serverProject([forecast], { "sopwith.config.ts": config({ weather: listingServer() }) });
  writeFileSync(join(folder, "mcp.json"), JSON.stringify({ mcpServers: {} }));
  await runSopwith(folder, "mcp", "accept", "weather", "--yes");
  expect(await runSopwith(folder, "mcp", "remove", "weather")).toMatchObject({
    code: 2,
    stderr:
      "USAGE  The server weather stands in sopwith.config.ts, which is code.\n  Take `weather` out of `mcpServers` there; then run this again to forget what was agreed to.\n",
  });
  writeFileSync(join(folder, "sopwith.config.ts"), config({}));
  expect(await runSopwith(folder, "mcp", "remove", "weather")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Took weather out of mcp.lock.json."),
  });
});
