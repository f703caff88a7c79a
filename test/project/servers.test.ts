import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { knownToolsOf } from "../../src/project/known-tools-of.ts";
import { openProject } from "../../src/project/open-project.ts";
import { runDoctor } from "../../src/project/run-doctor.ts";
import { reviewServers } from "../../src/project/servers/review-servers.ts";
import { createGateway } from "../../src/tools/gateway/gateway.ts";
import { toolFingerprint } from "../../src/tools/tool-fingerprint.ts";
import { agree, archive, changeTools, forecast, listingServer, open, serverProject } from "./server-project.ts";

test("the tools of a server stand in the registry of the project", async () => {
  const folder = serverProject([forecast, archive]);
  await agree(folder);
  const { project, notices } = await open(folder);
  const registry = await project.tools();
  expect(registry.list().map((tool) => [tool.name, tool.category, tool.toolset, tool.effect])).toEqual([
    ["weather/forecast", "mcp", "weather", "read"],
    ["weather/archive", "mcp", "weather", "read"],
  ]);
  expect(registry.ownerOf("weather/forecast")).toBe('MCP server "weather"');
  expect(notices).toEqual([]);
});

test("no process is left when the project is closed", async () => {
  const folder = serverProject([forecast]);
  await agree(folder);
  const { project } = await open(folder);
  const [state] = await (await project.servers()).open(["weather"]);
  expect(() => process.kill(state!.pid!, 0)).not.toThrow();
  await project.close();
  expect(() => process.kill(state!.pid!, 0)).toThrow("ESRCH");
});

test("one server that is not there stops nothing and is told of once; a required one stops everything", async () => {
  const gone = { command: "sopwith-test-no-such-program" };
  const folder = serverProject([forecast], {
    "mcp.json": JSON.stringify({ mcpServers: { gone, weather: listingServer() } }),
  });
  await agree(folder);
  const { project, notices } = await open(folder);
  expect((await project.tools()).list().map(({ name }) => name)).toEqual(["weather/forecast"]);
  await project.tools();
  expect(notices).toEqual([
    {
      server: "gone",
      level: "warning",
      message: expect.stringContaining("could not be started. Seen: spawn sopwith-test-no-such-program ENOENT"),
    },
  ]);
  writeFileSync(join(folder, "mcp.json"), JSON.stringify({ mcpServers: { gone: { ...gone, required: true } } }));
  const { project: strict } = await open(folder);
  await expect(strict.tools()).rejects.toMatchObject({ code: "MCP_REQUIRED" });
});

test("a variable that is missing keeps one server from starting, and is named", async () => {
  const folder = serverProject([forecast], {}, { env: { KEY: "${WEATHER_KEY}" } });
  await agree(folder);
  const { project, notices } = await open(folder);
  expect((await project.tools()).list()).toEqual([]);
  expect(notices).toEqual([
    {
      server: "weather",
      level: "warning",
      message:
        'The MCP server "weather" needs WEATHER_KEY, which is not set. ${WEATHER_KEY} stands in env.KEY. Set it in the environment or in .env, or write a default: ${NAME:-default}.',
    },
  ]);
  const { project: set } = await open(folder, { env: { WEATHER_KEY: "k" } });
  await (await set.servers()).trust.acceptTools("weather", [forecast], ["forecast"]);
  expect((await set.tools()).list().map(({ name }) => name)).toEqual(["weather/forecast"]);
});

test("a server's tool never takes the place of the project's own", async () => {
  const tools = `
import { defineTool } from "sopwith";
import { z } from "zod";
export const own = defineTool({ name: "weather/forecast", description: "Ours.", effect: "read", input: z.object({}), run: () => "ours" });
export const other = defineTool({ name: "books/find", description: "Finds books.", effect: "read", input: z.object({}), policy: { fallback: [{ tool: "weather/archive", unproven: true }] }, run: () => "ours" });
`;
  const folder = serverProject([forecast, archive], {
    "sopwith.config.ts": 'export default { tools: "tools" };\n',
    "tools/own.ts": tools,
  });
  await agree(folder);
  const { project, notices } = await open(folder);
  const registry = await project.tools();
  expect(registry.get("weather/forecast")?.description).toBe("Ours.");
  expect(registry.get("weather/archive")?.category).toBe("mcp");
  expect(notices).toEqual([
    {
      server: "weather",
      level: "warning",
      message: "It has tools that the project has too, so they are left out: weather/forecast.",
    },
  ]);
});

test("what somebody agrees to while the project is open counts at the next look", async () => {
  const folder = serverProject([forecast]);
  const { project } = await open(folder);
  expect((await project.tools()).list()).toEqual([]);
  await agree(folder);
  expect((await project.tools()).list().map(({ name }) => name)).toEqual(["weather/forecast"]);
  changeTools(folder, [forecast, archive]);
  await agree(folder);
  await (await project.servers()).opened().get("weather")?.refresh("weather");
  expect((await project.tools()).list().map(({ name }) => name)).toEqual(["weather/forecast", "weather/archive"]);
});

test("what the config leaves out is neither there nor waits for a yes", async () => {
  const folder = serverProject([forecast, archive], {}, { tools: { deny: ["arch*"] } });
  const { project } = await open(folder);
  const servers = await project.servers();
  await servers.trust.acceptStart("weather");
  const [review] = await reviewServers(servers);
  expect(review?.changes.map(({ name, verdict }) => [name, verdict])).toEqual([["forecast", "new"]]);
  await project.close();
  await agree(folder);
  const { project: agreed } = await open(folder);
  expect((await agreed.tools()).list().map(({ name }) => name)).toEqual(["weather/forecast"]);
});

test("a tool may fall back to one of a server that is not there; it is then unavailable", async () => {
  const tools = `
import { defineTool } from "sopwith";
import { z } from "zod";
export const find = defineTool({ name: "books/find", description: "Finds books.", effect: "read", input: z.object({}), policy: { fallback: [{ tool: "weather/archive", unproven: true }] }, run: () => { throw new Error("503 down"); } });
`;
  const folder = serverProject([archive], {
    "sopwith.config.ts": 'export default { tools: "tools" };\n',
    "tools/own.ts": tools,
  });
  const { project } = await open(folder);
  const registry = await project.tools();
  expect(
    registry
      .list()
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(["books/find", "weather/archive"]);
  expect(await registry.get("weather/archive")?.available?.check?.()).toBe(false);
});

test("what was agreed to stands in for a server that is not there: named, not shown, unavailable", async () => {
  const folder = serverProject([forecast, archive], {}, { fallbacks: { forecast: ["weather/archive"] } });
  await agree(folder);
  const { project } = await open(folder);
  const before = (await project.tools()).list().map(toolFingerprint);
  await project.close();
  changeTools(folder, []);
  const { project: later } = await open(folder);
  const registry = await later.tools();
  expect(registry.list().map(toolFingerprint).toSorted()).toEqual(before.toSorted());
  expect(registry.get("weather/forecast")?.policy.fallback).toEqual([{ tool: "weather/archive", unproven: true }]);
  const gateway = createGateway({ registry });
  const scope = { caller: { run: "t/1", thread: "t", node: "desk" }, locale: "en" as const };
  const called = await gateway.call({ callId: "c1", tool: "weather/forecast", input: { city: "Oslo" } }, scope);
  expect(called.status).toBe("unavailable");
  expect((await knownToolsOf(later)).names.toSorted()).toEqual(["weather/archive", "weather/forecast"]);
});

test("the doctor says of each server whether its tools can be called", async () => {
  const folder = serverProject([forecast, archive]);
  const checkOf = async (): Promise<object | undefined> =>
    (await runDoctor(folder)).find(({ name }) => name === "mcp weather");
  expect(await checkOf()).toMatchObject({
    status: "warning",
    message: expect.stringMatching(/^not agreed to: /),
    diagnostics: [{ code: "MCP_NOT_ACCEPTED" }],
  });
  await agree(folder);
  expect(await checkOf()).toEqual({
    name: "mcp weather",
    status: "ok",
    message: "2 tools, protocol 2025-11-25",
    diagnostics: [],
  });
  changeTools(folder, [{ ...forecast, title: "Forecast" }]);
  expect(await checkOf()).toMatchObject({
    status: "warning",
    diagnostics: [
      { code: "MCP_TOOL_QUARANTINED", message: expect.stringContaining("weather/forecast is changed") },
      {
        code: "MCP_TOOL_QUARANTINED",
        message: expect.stringContaining("weather/archive was agreed to and is not there"),
      },
    ],
  });
  writeFileSync(join(folder, "mcp.lock.json"), "{}");
  expect(await checkOf()).toBeUndefined();
  expect((await runDoctor(folder)).find(({ name }) => name === "mcp")).toMatchObject({ status: "error" });
});

test("secrets that a server's entry holds are kept from models", async () => {
  const entry = { url: "https://example.org/mcp", headers: { Authorization: "Bearer abc-123", "X-Trace": "on" } };
  const stdio = { command: "x", env: { API_KEY: "k-9", MODE: "fast", TOKEN: "${TOKEN}" } };
  const folder = serverProject([], { "mcp.json": JSON.stringify({ mcpServers: { web: entry, local: stdio } }) });
  const { project } = await open(folder);
  expect((await project.governance()).secrets).toEqual(["abc-123", "k-9"]);
});

test("lists every mistake of the config's servers with those of the rest", async () => {
  const config = `export default {
  locale: "fr",
  mcpServers: { skill: { command: "x" }, web: { url: "https://e.org", hedaers: {} }, files: { comand: "x" } },
};\n`;
  const folder = serverProject([], { "sopwith.config.ts": config });
  const error = await openProject({ cwd: folder }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    code: "CONFIG_INVALID",
    diagnostics: [
      { message: expect.stringContaining('"locale"') },
      { message: '"mcpServers.skill": The namespace "skill" belongs to Sopwith: a server cannot be called so.' },
      { message: '"mcpServers.web.hedaers": There is no key "hedaers" here.', fix: 'Did you mean "headers"?' },
      {
        message: '"mcpServers.files": It has neither a `command` nor a `url`. Is "comand" meant as one of them?',
      },
    ],
  });
  expect(existsSync(join(folder, "mcp.lock.json"))).toBe(false);
  expect(readFileSync(join(folder, "sopwith.config.ts"), "utf8")).toBe(config);
});
