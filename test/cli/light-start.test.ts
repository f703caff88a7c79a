import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { forecast, serverProject } from "../project/server-project.ts";
import { parcelFiles, temporaryProject } from "../project/temporary-project.ts";
import { commandFile, plainEnvironment } from "./run-sopwith.ts";

/** Names of the packages that a command line loads. */
async function loadedPackages(folder: string, ...line: readonly string[]): Promise<string[]> {
  const hook = `import { registerHooks } from "node:module";
registerHooks({ load(url, context, next) {
  const name = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1];
  if (name) process.stderr.write("<" + name + ">");
  return next(url, context);
} });`;
  const preload = `data:text/javascript,${encodeURIComponent(hook)}`;
  const { stderr } = await promisify(execFile)(process.execPath, ["--import", preload, commandFile, ...line], {
    cwd: folder,
    env: plainEnvironment(),
  });
  return [...new Set([...stderr.matchAll(/<([^>]+)>/g)].map((match) => match[1]!))].toSorted();
}

const folder = temporaryProject(parcelFiles);

test.each([["--help"], ["--version"], ["help", "run"]])("loads no package for %s", async (...line) => {
  expect(await loadedPackages(folder, ...line)).toEqual([]);
});

test("loads neither LangGraph nor a model client to list skills", async () => {
  const names = await loadedPackages(folder, "skills", "list");
  expect(names.filter((name) => name.startsWith("@langchain/") || name === "openai")).toEqual([]);
  expect(names).toContain("yaml");
});

test(
  "loads neither LangGraph nor a model client to list threads and draw a workflow",
  { timeout: 30_000 },
  async () => {
    for (const line of [["threads"], ["graph", "parcel"], ["approvals"]]) {
      const names = await loadedPackages(folder, ...line);
      expect(names.filter((name) => name.startsWith("@langchain/") || name === "openai")).toEqual([]);
    }
  },
);

test("loads the MCP SDK only where a server is started", { timeout: 60_000 }, async () => {
  const isSdk = (name: string): boolean => name.startsWith("@modelcontextprotocol/");
  for (const line of [["run", "parcel"], ["tools", "list"], ["doctor"], ["mcp", "list"]])
    expect([line, ...(await loadedPackages(folder, ...line)).filter(isSdk)]).toEqual([line]);
  const waiting = serverProject([forecast], parcelFiles);
  expect((await loadedPackages(waiting, "skills", "list")).filter(isSdk)).toEqual([]);
});
