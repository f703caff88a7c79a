import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { followRegistry } from "../../../src/project/registry/follow-registry.ts";
import { readRegistryCopy, registryCopyFile } from "../../../src/project/registry/registry-copy.ts";
import { createSqliteStore } from "../../../src/store/sqlite-store.ts";
import { defineTool } from "../../../src/tools/define-tool.ts";
import { createToolRegistry } from "../../../src/tools/tool-registry.ts";
import { registryChange } from "../../store/registry.contract.ts";

const folder = mkdtempSync(join(tmpdir(), "sopwith-follow-"));
afterAll(() => rmSync(folder, { recursive: true }));

function tool(name: string, version = 1): ReturnType<typeof defineTool> {
  return defineTool({ name, version, description: "d", effect: "read", input: z.object({}), run: () => name });
}

test("a program's own registry follows the store, keeps what it had set itself, and goes its own way once closed", async () => {
  const file = join(folder, "store.db");
  const [store, operator] = [createSqliteStore({ file }), createSqliteStore({ file })];
  const [search, pay] = [tool("web/search"), tool("shell/run")];
  const tools = createToolRegistry({ tools: [search, pay], disabledToolsets: ["shell"] });
  const followed = await followRegistry({ store, tools, folder, work: "web server" });
  expect((await operator.contracts()).map(({ work, tools: shown }) => [work, shown.length])).toEqual([
    ["web server", 2],
  ]);
  await operator.changeRegistry(registryChange(1), 0);
  expect(await followed.beforeRun()).toEqual([]);
  expect([tools.isEnabled(search), tools.isEnabled(pay)]).toEqual([false, false]);
  expect(await readRegistryCopy(registryCopyFile(folder), file)).toMatchObject({ generation: 1 });
  followed.close();
  await operator.changeRegistry(registryChange(2), 1);
  await followed.beforeRun();
  expect(tools.isEnabled(search)).toBe(false);
  await Promise.all([store.close(), operator.close()]);
});
