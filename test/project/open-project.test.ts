import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openProject } from "../../src/project/open-project.ts";
import { parcelFiles, temporaryProject } from "./temporary-project.ts";

test("opens nothing but the config until it is asked for", async () => {
  const folder = temporaryProject({ "workflows/broken.ts": "const = ;" });
  const project = await openProject({ cwd: folder, env: {} });
  expect(project).toMatchObject({ folder, configFile: undefined, model: undefined });
  await project.close();
  expect(existsSync(join(folder, ".sopwith"))).toBe(false);
});

test("keeps its store in .sopwith, readable by its owner only", async () => {
  const folder = temporaryProject({});
  const project = await openProject({ cwd: folder, env: {} });
  expect(await (await project.store()).threads()).toEqual([]);
  await project.close();
  expect((statSync(join(folder, ".sopwith/sopwith.db")).mode & 0o777).toString(8)).toBe("600");
});

test("gives a workflow its tools and the config's", async () => {
  const folder = temporaryProject({
    ...parcelFiles,
    "sopwith.config.ts": 'export default { tools: "tools" };',
    "tools/clock.ts": `import { defineTool } from "sopwith";
import { z } from "zod";
export const now = defineTool({ name: "clock/now", description: "The time.", effect: "read", input: z.object({}), run: () => "noon" });
export const zone = "UTC";`,
  });
  const project = await openProject({ cwd: folder, env: {} });
  const { workflow } = await project.workflow("parcel");
  expect((await project.tools(workflow)).list().map((tool) => tool.name)).toEqual([
    "clock/now",
    "parcels/find",
    "parcels/find_old",
    "parcels/drop",
  ]);
  expect((await project.tools()).list().map((tool) => tool.name)).toEqual(["clock/now"]);
});

test("says which tool module is broken and which has no tool", async () => {
  const folder = temporaryProject({
    "sopwith.config.ts": 'export default { tools: ["tools/*.ts"] };',
    "tools/a.ts": "const = 1;",
    "tools/b.ts": "export const b = 1;",
  });
  const project = await openProject({ cwd: folder, env: {} });
  await expect(project.tools()).rejects.toMatchObject({
    code: "TOOL_MODULE",
    diagnostics: [
      { code: "MODULE_BROKEN", where: { file: join(folder, "tools/a.ts") } },
      { code: "TOOL_MODULE", where: { file: join(folder, "tools/b.ts") } },
    ],
  });
});

test("reads .env, and leaves alone what the environment has", async () => {
  const folder = temporaryProject({ ".env": "SOPWITH_TEST_A=file\nSOPWITH_TEST_B=file\n" });
  process.env["SOPWITH_TEST_A"] = "environment";
  await openProject({ cwd: folder });
  expect([process.env["SOPWITH_TEST_A"], process.env["SOPWITH_TEST_B"]]).toEqual(["environment", "file"]);
});

test("refuses an .env that is no file", async () => {
  const folder = temporaryProject({ ".env/x": "" });
  await expect(openProject({ cwd: folder })).rejects.toMatchObject({
    code: "ENV_UNREADABLE",
    where: { file: join(folder, ".env") },
  });
});
