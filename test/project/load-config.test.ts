import { expect, test } from "vitest";
import { runInNode } from "./run-in-node.ts";
import { temporaryProject } from "./temporary-project.ts";

function load(config: string): Promise<unknown> {
  return runInNode(
    temporaryProject({ "sopwith.config.ts": config }),
    `const { loadConfig } = await load("src/project/load-config.ts");
const { findProjectRoot } = await load("src/project/find-project-root.ts");
const { formatError } = await load("src/base/errors.ts");
return loadConfig(findProjectRoot(process.cwd())).catch(formatError);`,
  );
}

test("fills in what a config leaves out, with paths from its folder", async () => {
  const config = `import { defineConfig } from "sopwith";
export default defineConfig({ skills: ["skills", "../shared"], tools: "tools/*.ts", model: { models: "small" }, locale: "zh" });`;
  expect(await load(config)).toEqual({
    skills: ["skills", expect.stringMatching(/^\/.*\/shared$/)],
    workflows: ["workflows"],
    tools: ["tools/*.ts"],
    model: { models: ["small"] },
    store: { kind: "sqlite", file: ".sopwith/sopwith.db" },
    locale: "zh",
    limits: {},
    routes: [],
    toolsets: {},
    secrets: [],
    audit: {},
    debug: false,
  });
});

test("reports every mistake at once, with the nearest key", async () => {
  const config = `export default { skill: "skills", workflows: 7, store: { kind: "postgres", fille: "x" }, limits: { maxTurns: 0 } };`;
  expect(await load(config)).toBe(
    [
      "CONFIG_INVALID  The config sopwith.config.ts cannot be used.",
      '  sopwith.config.ts error CONFIG_INVALID  "workflows": expected a text or a list of texts, seen 7.',
      "    Correct the value, or leave the key out.",
      '  sopwith.config.ts error CONFIG_INVALID  "store.kind": expected "sqlite" or "memory", seen postgres.',
      "    Correct the value, or leave the key out.",
      '  sopwith.config.ts error CONFIG_INVALID  The config has no key "store.fille".',
      '    Did you mean "file"?',
      '  sopwith.config.ts error CONFIG_INVALID  "limits.maxTurns": expected a whole number from 1, seen 0.',
      "    Correct the value, or leave the key out.",
      '  sopwith.config.ts error CONFIG_INVALID  The config has no key "skill".',
      '    Did you mean "skills"?',
      "  Mend the config and run the command again.",
    ].join("\n"),
  );
});

test("shows no password of an address that stands in the wrong place", async () => {
  expect(await load(`export default { breakers: "redis://mia:hunter2hunter2@10.0.0.1:6379" };`)).toContain(
    '"breakers": expected an object, seen redis://[secret]@10.0.0.1:6379.',
  );
});

test.each([
  ["does not compile", "export default {\n  skills: ,\n};", "sopwith.config.ts:2 error MODULE_BROKEN"],
  ["throws", 'export default {};\nthrow new Error("no");', "sopwith.config.ts:2:7 error MODULE_BROKEN"],
  ["has no default export", "export const config = {};", "It has no default export."],
  ["is no object", "export default 7;", "expected an object, seen 7"],
])("says where a config %s", async (_what, config, message) => {
  expect(await load(config)).toContain(message);
});

test("warns of a time for all tools that is left over from elsewhere, and goes on", async () => {
  expect(await load('export default { timeout: 15, toolTimeoutMs: 15_000, locale: "zh" };')).toMatchObject({
    locale: "zh",
    warnings: [
      {
        code: "CONFIG_STALE",
        severity: "warning",
        message: '"timeout" does nothing: every tool has a time of its own.',
      },
      { code: "CONFIG_STALE" },
    ],
  });
});
