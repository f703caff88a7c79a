import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryProject } from "../project/temporary-project.ts";
import { runSopwith } from "./run-sopwith.ts";

const timeout = 60_000;
const module = `
import { defineTool } from "sopwith";
import { z } from "zod";
export const search = defineTool({
  name: "web/search",
  aliases: [{ name: "web/find", note: "Kept until May." }],
  description: "Searches the web. Use it when no other tool knows.",
  effect: "read",
  input: z.object({ query: z.string().describe("Words."), limit: z.int().default(3).describe("At most so many items.") }),
  run: (input) => input,
});
export const wipe = defineTool({
  name: "index/wipe",
  description: "Wipes the index when asked to; it cannot be undone.",
  effect: "destructive",
  input: z.object({}),
  run: () => "gone",
});
`;
function project(): string {
  return temporaryProject({
    "package.json": '{"type":"module"}',
    "sopwith.config.ts": 'export default { tools: "tools" };\n',
    "tools/web.ts": module,
  });
}

test("calls a tool through the gateway, by its old name and with repaired arguments", { timeout }, async () => {
  const called = await runSopwith(project(), "tools", "call", "web/find", '{"query":"x","limit":"4"}');
  expect(called).toMatchObject({ code: 0, stderr: "" });
  expect(called.stdout.split("\n")).toEqual([
    '{"query":"x","limit":4}',
    "Note: web/find is now called web/search; use that name. Kept until May.",
    'Note: limit: "4" was read as 4.',
    "",
  ]);
});

test("asks before a call that cannot be undone", { timeout }, async () => {
  const folder = project();
  expect(await runSopwith(folder, "tools", "call", "index/wipe")).toMatchObject({ code: 3 });
  expect(await runSopwith(folder, "tools", "call", "index/wipe", "--approve")).toMatchObject({
    code: 0,
    stdout: "gone\n",
  });
});

test("switches a toolset off and on for later commands, and refuses one that is not there", { timeout }, async () => {
  const folder = project();
  expect(await runSopwith(folder, "tools", "disable", "wbe")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no toolset "wbe". Did you mean "web"?'),
  });
  expect(await runSopwith(folder, "tools", "disable", "web")).toMatchObject({ code: 0 });
  expect((await runSopwith(folder, "tools", "list")).stdout).toBe(
    "index/wipe  destructive  config  Wipes the index when asked to; it cannot be undone.\nweb/search  read, off    config  Searches the web. Use it when no other tool knows.\n",
  );
  const refused = await runSopwith(folder, "tools", "call", "web/search", '{"query":"x"}', "--json");
  expect(JSON.parse(refused.stdout)).toMatchObject({ status: "denied", code: "TOOLSET_OFF" });
  expect(await runSopwith(folder, "tools", "enable", "web")).toMatchObject({ code: 0 });
  expect(await runSopwith(folder, "tools", "call", "web/search", '{"query":"x"}')).toMatchObject({ code: 0 });
});

test(
  "goes on when the tools of a switched toolset are gone, warns, and forgets it on request",
  { timeout },
  async () => {
    const folder = project();
    expect(await runSopwith(folder, "tools", "disable", "web")).toMatchObject({ code: 0 });
    rmSync(join(folder, "tools/web.ts"));
    expect(await runSopwith(folder, "tools", "list")).toMatchObject({ code: 0, stderr: "" });
    const { stdout } = await runSopwith(folder, "doctor");
    expect(stdout).toContain("! registry   generation 1: toolset web off\n    warning TOOLSET_UNKNOWN");
    expect(await runSopwith(folder, "tools", "enable", "web")).toEqual({
      code: 0,
      stderr: "",
      stdout: "No tool belongs to the toolset web any more; the registry has forgotten it.\n",
    });
    expect(await runSopwith(folder, "tools", "list")).toMatchObject({ code: 0, stderr: "" });
    expect((await runSopwith(folder, "doctor")).stdout).toContain("✓ registry   generation 2: nothing is decided");
  },
);

test("a config that switches a toolset nobody has is refused", { timeout }, async () => {
  const folder = project();
  writeFileSync(join(folder, "sopwith.config.ts"), 'export default { tools: "tools", toolsets: { wbe: false } };\n');
  expect(await runSopwith(folder, "tools", "list")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^TOOLSET_UNKNOWN .*\n {2}at sopwith\.config\.ts\n/),
  });
});

test("fails when a contract changed under its version", { timeout }, async () => {
  const folder = project();
  expect(await runSopwith(folder, "tools", "check", "--update")).toMatchObject({ code: 0, stderr: "" });
  expect(await runSopwith(folder, "tools", "check", "--strict")).toMatchObject({
    code: 0,
    stdout: "2 tools checked: nothing to say.\n",
  });
  const file = join(folder, "tools/web.ts");
  writeFileSync(file, readFileSync(file, "utf8").replace("z.string()", "z.string().min(3)"));
  const changed = await runSopwith(folder, "tools", "check");
  expect(changed.code).toBe(1);
  expect(changed.stderr).toContain("The contract of web/search@1 has changed.");
});

test("tells whoever writes a tool what it threw, while debugging only", { timeout }, async () => {
  const tool = (name: string, more: string): string =>
    `export const ${name} = defineTool({ name: "a/${name}", description: "d", effect: "read", input: z.object({}), ${more} });`;
  const files = {
    "package.json": '{"type":"module"}',
    "sopwith.config.ts": 'export default { tools: "tools" };\n',
    "tools/a.ts": [
      'import { defineTool } from "sopwith";\nimport { z } from "zod";',
      tool("first", 'policy: { fallback: ["a/second"] }, run: () => { throw new TypeError("no line\\u001b[2J"); }'),
      tool("second", "run: () => 2"),
    ].join("\n"),
  };
  expect(await runSopwith(temporaryProject(files), "tools", "call", "a/first")).toMatchObject({ code: 0, stderr: "" });
  const debugged = temporaryProject({ ...files, ".env": "SOPWITH_DEBUG=1\n" });
  expect(await runSopwith(debugged, "tools", "call", "a/first")).toEqual({
    code: 0,
    stdout: "2\nNote: a/first could not answer; a/second answered in its place.\n",
    stderr: expect.stringMatching(/^a\/first: TypeError: no line, at tools\/a\.ts:3:\d+\n$/),
  });
});
