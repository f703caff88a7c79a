import { mkdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { openServers, stateWhere } from "./client/open-raw.ts";
import { packageServer } from "./client/package-server.ts";

let folder: string;

beforeEach(async () => {
  folder = await realpath(mkdtempSync(join(tmpdir(), "peers-")));
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }));
});

test("files are written, read and moved, and nothing outside the root is", async () => {
  await mkdir(join(folder, "root"));
  await writeFile(join(folder, "outside.txt"), "secret");
  const { call, servers } = await openServers({
    servers: {
      files: packageServer("@modelcontextprotocol/server-filesystem", {
        args: [join(folder, "root")],
        effects: { "*": "write", "read_*": "read", "list_*": "read" },
      }),
    },
  });
  expect(servers.state("files")).toMatchObject({ status: "ready", dropped: [], flagged: [] });
  const agreed = { confirmation: () => ({ approved: true }) } as const;
  const path = join(folder, "root", "a.txt");
  expect(await call("files/write_file", { path, content: "héllo" }, agreed)).toMatchObject({ status: "ok" });
  expect(await readFile(path, "utf8")).toBe("héllo");
  expect(await call("files/read_text_file", { path })).toMatchObject({ status: "ok", output: { content: "héllo" } });
  const moved = join(folder, "root", "b.txt");
  expect(await call("files/move_file", { source: path, destination: moved }, agreed)).toMatchObject({ status: "ok" });
  expect(await readFile(moved, "utf8")).toBe("héllo");
  expect(await call("files/read_text_file", { path: join(folder, "outside.txt") })).toMatchObject({
    status: "failed",
    code: "MCP_TOOL_ERROR",
    reason: expect.stringContaining("Access denied") as string,
  });
});

test("a tool that says it destroys is asked about, though the config calls it a write", async () => {
  const { call } = await openServers({
    servers: {
      files: packageServer("@modelcontextprotocol/server-filesystem", { args: [folder], effects: { "*": "write" } }),
    },
  });
  const path = join(folder, "a.txt");
  expect(await call("files/write_file", { path, content: "x" })).toMatchObject({
    status: "needs_confirmation",
    request: { tool: "files/write_file", input: { path, content: "x" } },
  });
  expect(await call("files/create_directory", { path: join(folder, "sub") })).toMatchObject({ status: "ok" });
});

test("what a server remembers is there after it was killed in between", async () => {
  const file = join(folder, "memory.json");
  const { call, servers } = await openServers({
    servers: {
      memory: packageServer("@modelcontextprotocol/server-memory", {
        env: { MEMORY_FILE_PATH: file },
        effects: { "*": "write", read_graph: "read" },
        retry: { maxAttempts: 3, backoffMs: 10 },
      }),
    },
  });
  const entities = [{ name: "Ann", entityType: "person", observations: ["likes rain"] }];
  expect(await call("memory/create_entities", { entities })).toMatchObject({ status: "ok" });
  process.kill(servers.state("memory")!.pid!, "SIGKILL");
  await stateWhere(servers, "memory", ({ status, generation }) => status === "ready" && generation === 2);
  expect(await call("memory/read_graph")).toMatchObject({
    status: "ok",
    output: { entities: [expect.objectContaining({ name: "Ann" }) as object], relations: [] },
  });
});

test("thinking in steps is counted by the server", async () => {
  const { call } = await openServers({
    servers: {
      think: packageServer("@modelcontextprotocol/server-sequential-thinking", { effects: { "*": "read" } }),
    },
  });
  const step = { thought: "rain", nextThoughtNeeded: true, totalThoughts: 2 };
  await call("think/sequentialthinking", { ...step, thoughtNumber: 1 });
  expect(await call("think/sequentialthinking", { ...step, thoughtNumber: 2 })).toMatchObject({
    status: "ok",
    output: { thoughtNumber: 2, totalThoughts: 2, thoughtHistoryLength: 2 },
  });
});

test("a browser's tools are listed without a browser, and every one of them is asked about", async () => {
  const { servers, call } = await openServers({ servers: { web: packageServer("@playwright/mcp") } });
  const { status, tools, dropped } = servers.state("web")!;
  expect({ status, dropped }).toStrictEqual({ status: "ready", dropped: [] });
  expect(tools).toContain("web/browser_navigate");
  expect(servers.tools("web").every(({ effect }) => effect === "destructive")).toBe(true);
  expect(await call("web/browser_navigate", { url: "https://example.com" })).toMatchObject({
    status: "needs_confirmation",
  });
});
