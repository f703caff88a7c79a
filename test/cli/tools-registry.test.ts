import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryProject } from "../project/temporary-project.ts";
import { runSopwith } from "./run-sopwith.ts";

const timeout = 60_000;
const module = `
import { defineTool } from "sopwith";
import { z } from "zod";
const make = (name: string, version: number) => defineTool({
  name, version, description: "Answers with its version. Use it to see which one answers.", effect: "read",
  input: z.object({}), run: () => name + "@" + version,
});
export const one = make("finance/balance", 1);
export const two = make("finance/balance", 2);
export const rates = make("finance/rates", 1);
export const search = make("web/search", 1);
`;
function project(config = 'export default { tools: "tools" };\n'): string {
  return temporaryProject({
    "package.json": '{"name":"desk","version":"1.4.0","type":"module"}',
    "sopwith.config.ts": config,
    "tools/all.ts": module,
  });
}
const damage = (folder: string): void => writeFileSync(join(folder, ".sopwith/sopwith.db"), "no database at all");

test("switches one tool off for later commands, and on again", { timeout }, async () => {
  const folder = project();
  expect(await runSopwith(folder, "tools", "disable", "finance/rate")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean "finance/rates"') as string,
  });
  expect(await runSopwith(folder, "tools", "disable", "finance/rates", "--reason", "wrong numbers")).toEqual({
    code: 0,
    stdout: "The tool finance/rates is off now.\n",
    stderr: "",
  });
  const refused = await runSopwith(folder, "tools", "call", "finance/rates", "--json");
  expect(JSON.parse(refused.stdout)).toMatchObject({ status: "denied", code: "TOOL_OFF" });
  expect((await runSopwith(folder, "tools", "call", "web/search")).stdout).toBe("web/search@1\n");
  expect((await runSopwith(folder, "tools", "disable", "finance/rates")).stdout).toBe(
    "The tool finance/rates is off now. It was so before.\n",
  );
  expect((await runSopwith(folder, "tools", "enable", "finance/rates", "--json")).stdout).toBe(
    '{"generation":2,"changed":true}\n',
  );
  expect((await runSopwith(folder, "tools", "call", "finance/rates")).stdout).toBe("finance/rates@1\n");
});

test("nobody and no reason are not written down, and a long one is cut where it is listed", { timeout }, async () => {
  const folder = project();
  await runSopwith(folder, "tools", "disable", "web", "--by", " ", "--reason", "");
  await runSopwith(folder, "tools", "enable", "web", "--by", "ana", "--reason", "x".repeat(2000));
  const { stdout } = await runSopwith(folder, "tools", "registry", "--json");
  const { history } = JSON.parse(stdout) as { readonly history: readonly { by: string; reason?: string }[] };
  expect(history.map(({ by, reason }) => [by.trim() !== "", reason?.length])).toEqual([
    [true, 2000],
    [true, undefined],
  ]);
  const listed = (await runSopwith(folder, "tools", "registry")).stdout.split("\n");
  expect(Math.max(...listed.map((line) => line.length))).toBeLessThan(200);
});

test("routes versions by weights, and refuses what cannot be meant", { timeout }, async () => {
  const folder = project();
  expect((await runSopwith(folder, "tools", "call", "finance/balance")).stdout).toBe("finance/balance@2\n");
  const route = (...words: readonly string[]): ReturnType<typeof runSopwith> =>
    runSopwith(folder, "tools", "route", ...words);
  expect(await route("finance/*", "@1=100", "--by", "ana")).toMatchObject({ code: 0, stderr: "" });
  expect((await runSopwith(folder, "tools", "call", "finance/balance")).stdout).toBe("finance/balance@1\n");
  const refusals: readonly (readonly [readonly string[], string])[] = [
    [["finance/balance", "@2=10", "@1=80"], "sum to 90, expected 100"],
    [["finance/balance", "@9"], "wants version 9, which no tool has"],
    [["finance/balanse", "@1"], 'Did you mean "finance/balance"'],
    [["finance/*", "finance/balance@1=50", "finance/balance@2=50"], "is another tool than finance/*"],
    [["finance/balance"], "It is not said where finance/balance leads."],
    [["finance/balance", "@1=x"], '"@1=x" is no target of a route.'],
  ];
  for (const [words, message] of refusals)
    expect(await route(...words)).toMatchObject({ stdout: "", stderr: expect.stringContaining(message) as string });
  expect(await route("finance/*", "--clear")).toMatchObject({ code: 0, stderr: "" });
  expect((await runSopwith(folder, "tools", "call", "finance/balance")).stdout).toBe("finance/balance@2\n");
  const { history } = JSON.parse((await runSopwith(folder, "tools", "registry", "--json")).stdout) as {
    history: readonly object[];
  };
  expect(history).toMatchObject([
    { generation: 2, what: "no route finance/*" },
    { generation: 1, what: "route finance/* to @1=100", by: "ana" },
  ]);
});

describe("when the store cannot be read", () => {
  test("what was decided holds, and each list says once that it is behind", { timeout }, async () => {
    const folder = project();
    await runSopwith(folder, "tools", "disable", "web");
    damage(folder);
    const listed = await runSopwith(folder, "tools", "list");
    expect(listed).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("web/search         read, off") as string,
    });
    expect(listed.stderr).toMatch(
      /^! Registry as of \d\d:\d\d:\d\d UTC, generation 1; the store cannot be read: STORE_CORRUPT .*Changes made since are not in effect\.\n$/,
    );
    const state = await runSopwith(folder, "tools", "registry", "--json");
    expect(JSON.parse(state.stdout)).toMatchObject({ generation: 1, stale: { code: "STORE_CORRUPT" }, history: [] });
    expect((await runSopwith(folder, "doctor")).stdout).toMatch(/! registry +Registry as of .* STORE_CORRUPT/);
    expect(await runSopwith(folder, "tools", "enable", "web")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("STORE_CORRUPT  The store") as string,
    });
  });

  test("and there is no copy, nobody takes that for everything is on", { timeout }, async () => {
    const folder = project();
    await runSopwith(folder, "tools", "disable", "web");
    damage(folder);
    rmSync(join(folder, ".sopwith/registry.json"));
    expect(await runSopwith(folder, "tools", "call", "web/search")).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("STORE_CORRUPT") as string,
    });
  });

  test("and it was removed, the next store begins with the copy", { timeout }, async () => {
    const folder = project();
    await runSopwith(folder, "tools", "disable", "web");
    for (const end of ["", "-wal", "-shm"]) rmSync(join(folder, `.sopwith/sopwith.db${end}`), { force: true });
    expect((await runSopwith(folder, "tools", "list")).stderr).toContain("is not there. Changes made since");
    await runSopwith(folder, "tools", "disable", "finance/rates");
    const state = JSON.parse((await runSopwith(folder, "tools", "registry", "--json")).stdout) as object;
    expect(state).toMatchObject({
      generation: 3,
      content: { toolsets: { web: false }, tools: { "finance/rates": { off: true } } },
      history: [{ generation: 3 }, { generation: 2, by: "sopwith", what: expect.stringContaining("copy") as string }],
    });
  });
});

test("says that a restored store has an older registry, and goes by it", { timeout }, async () => {
  const folder = project();
  await runSopwith(folder, "tools", "disable", "web");
  await runSopwith(folder, "store", "backup", "backup.db");
  await runSopwith(folder, "tools", "enable", "web");
  await runSopwith(folder, "tools", "disable", "finance");
  writeFileSync(join(folder, ".sopwith/sopwith.db"), readFileSync(join(folder, "backup.db")));
  for (const end of ["-wal", "-shm"]) rmSync(join(folder, `.sopwith/sopwith.db${end}`), { force: true });
  const listed = await runSopwith(folder, "tools", "list");
  expect(listed.stderr).toContain("The registry in the store is at generation 1; this machine knew 3.");
  expect(listed.stdout).toContain("web/search         read, off");
  expect((await runSopwith(folder, "tools", "list")).stderr).toBe("");
});

test("takes the switches of the old file over, once", { timeout }, async () => {
  const folder = project();
  const file = join(folder, ".sopwith/toolsets.json");
  mkdirSync(join(folder, ".sopwith"));
  writeFileSync(file, '{"web":false}\n');
  expect((await runSopwith(folder, "tools", "list")).stdout).toContain("web/search         read, off");
  expect(existsSync(file)).toBe(true);
  await runSopwith(folder, "tools", "disable", "finance");
  expect(existsSync(file)).toBe(false);
  const state = JSON.parse((await runSopwith(folder, "tools", "registry", "--json")).stdout) as object;
  expect(state).toMatchObject({
    content: { toolsets: { web: false, finance: false } },
    history: [{ generation: 2 }, { generation: 1, by: "sopwith" }],
  });
});

test("nothing that is switched on or routed opens what the policies deny", { timeout }, async () => {
  const folder = project(
    'export default { tools: "tools", toolsets: { web: false }, policies: { agents: { "*": { deny: ["web/*"] } } } };\n',
  );
  await runSopwith(folder, "tools", "enable", "web");
  await runSopwith(folder, "tools", "route", "other/*", "web/search");
  for (const name of ["web/search", "other/search"])
    expect(JSON.parse((await runSopwith(folder, "tools", "call", name, "--json")).stdout)).toMatchObject({
      status: "denied",
      code: "NOT_PERMITTED",
    });
});

test("changes nothing where the store is in memory", { timeout }, async () => {
  const folder = project('export default { tools: "tools", store: { kind: "memory" } };\n');
  expect(await runSopwith(folder, "tools", "disable", "web")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("REGISTRY_NOT_KEPT") as string,
  });
});

test("`tools explain` says what is off", { timeout }, async () => {
  const folder = project();
  await runSopwith(folder, "tools", "disable", "finance/rates");
  await runSopwith(folder, "tools", "disable", "web");
  expect((await runSopwith(folder, "tools", "explain", "finance/rates")).stdout).toMatch(
    /^finance\/rates is denied\.\n(?:.*\n)* +tool +deny +finance\/rates is off\n/,
  );
  expect((await runSopwith(folder, "tools", "explain", "web/search")).stdout).toContain("the toolset web is off");
});

test("shows what models are told of a tool, until its own words are taken back", { timeout }, async () => {
  const folder = project();
  await runSopwith(folder, "tools", "describe", "web/search", "Searches our own pages.");
  expect((await runSopwith(folder, "tools", "list")).stdout).toMatch(
    /web\/search +read +config +Searches our own pages\.\n/,
  );
  expect((await runSopwith(folder, "tools", "show", "web/search")).stdout).toMatch(
    /\ndescribed +Searches our own pages\.\n/,
  );
  expect(await runSopwith(folder, "tools", "describe", "web/search")).toMatchObject({ code: 2 });
  expect((await runSopwith(folder, "tools", "describe", "web/search", "--clear")).stdout).toBe(
    "web/search is described by its own words again.\n",
  );
  expect((await runSopwith(folder, "tools", "list")).stdout).not.toContain("our own pages");
});

test("weights stand in the config too, and an operator's route goes before them", { timeout }, async () => {
  const routes = 'routes: [{ match: "finance/balance", weights: { 1: 100, 2: 0 } }]';
  const folder = project(`export default { tools: "tools", ${routes} };\n`);
  expect((await runSopwith(folder, "tools", "call", "finance/balance")).stdout).toBe("finance/balance@1\n");
  await runSopwith(folder, "tools", "route", "finance/balance", "finance/balance@2=100");
  expect((await runSopwith(folder, "tools", "call", "finance/balance")).stdout).toBe("finance/balance@2\n");
  await runSopwith(folder, "tools", "route", "finance/balance", "--clear");
  expect((await runSopwith(folder, "tools", "call", "finance/balance")).stdout).toBe("finance/balance@1\n");
});
