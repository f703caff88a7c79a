import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parcelFiles, temporaryProject } from "../project/temporary-project.ts";
import { runSopwith } from "./run-sopwith.ts";

const folder = temporaryProject({
  ...parcelFiles,
  "plan.yaml": "tools: { parcels/find: [timeout], parcels/drop: [after-effect] }\n",
});
const timeout = 60_000;

test("drills a tool, and leaves nothing in the project", { timeout }, async () => {
  const { code, stdout } = await runSopwith(folder, "chaos", "parcels/find", "--input", '{"id":"P-1"}');
  expect(stdout).toContain("is down  passed\n  path   call parcels/find, attempt 1 failed, attempt 2 failed");
  expect(stdout.trimEnd().split("\n").at(-1)).toBe("8 drills, all passed.");
  expect(code).toBe(0);
  expect(existsSync(join(folder, ".sopwith"))).toBe(false);
});

test("drills a workflow by a plan", { timeout }, async () => {
  const { stdout } = await runSopwith(
    folder,
    "chaos",
    "parcel",
    "--rehearsal",
    "approved",
    "--plan",
    "plan.yaml",
    "--json",
  );
  const [drill] = JSON.parse(stdout) as { name: string; faults: string[]; path: string[] }[];
  expect(drill).toMatchObject({ name: "as planned", faults: [] });
  expect(drill!.path).toContain("parcels/find timeout");
});

test("ends with 1 where a drill is not passed", { timeout }, async () => {
  const frank = temporaryProject({
    "sopwith.config.ts": 'export default { tools: "tools" };\n',
    "tools/frank.ts": `
import { defineTool } from "sopwith";
import { z } from "zod";
export const frank = defineTool({
  name: "a/frank", description: "Tells too much.", effect: "read", input: z.object({}), run: () => new Error("no").stack,
});
`,
  });
  const { code, stdout } = await runSopwith(frank, "chaos", "a/frank");
  expect(stdout).toContain("is slow  FAILED\n");
  expect(stdout).toContain("  a stack was shown to the model\n");
  expect(stdout.trimEnd().split("\n").at(-1)).toBe("8 drills, 2 failed.");
  expect(code).toBe(1);
});

test("an unknown name is told with the nearest", { timeout }, async () => {
  expect(await runSopwith(folder, "chaos", "parcels/fnd")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("parcels/find"),
  });
});

test("real work keeps to the rules, and to a person's yes", { timeout }, async () => {
  const desk = temporaryProject({
    "sopwith.config.ts":
      'export default { tools: "tools", policies: { users: { mira: ["a/*"], ann: { deny: ["a/pay"], allow: ["*"] } } } };\n',
    "plan.yaml": "tools: { a/pay: [] }\n",
    "tools/pay.ts": `
import { appendFileSync } from "node:fs";
import { defineTool } from "sopwith";
import { z } from "zod";
export const pay = defineTool({
  name: "a/pay", description: "Pays.", effect: "write", input: z.object({}), policy: { confirm: "always" },
  run: () => appendFileSync("paid", "x"),
});
`,
  });
  const drill = (...more: readonly string[]) => runSopwith(desk, "chaos", "a/pay", "--plan", "plan.yaml", ...more);
  expect(await drill("--real", "--approve", "--user", "ann")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("The rules do not permit a/pay here: users.ann.deny: a/pay."),
  });
  expect(await drill("--real", "--approve")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--agent <workflow>/<node> --user <id>"),
  });
  expect(await drill("--real", "--user", "mira")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Add --approve to say yes."),
  });
  expect(await drill("--user", "mira")).toMatchObject({ code: 0 });
  expect(existsSync(join(desk, "paid"))).toBe(false);
  expect(await drill("--real", "--approve", "--user", "mira")).toMatchObject({ code: 0 });
  expect(existsSync(join(desk, "paid"))).toBe(true);
});
