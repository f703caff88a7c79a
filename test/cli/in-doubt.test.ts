import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ApprovalRow } from "../../src/store/run-store.ts";
import { effectsOf, orderProject } from "./order-project.ts";
import { runSopwith } from "./run-sopwith.ts";

const timeout = 60_000;

const openApprovals = async (folder: string): Promise<readonly ApprovalRow[]> =>
  JSON.parse((await runSopwith(folder, "approvals", "--json")).stdout) as readonly ApprovalRow[];

/** Two threads whose first write broke off: `t` in an error, `u` with its process. */
async function brokenOff(): Promise<{ readonly folder: string; readonly ids: Readonly<Record<string, string>> }> {
  const folder = orderProject();
  writeFileSync(join(folder, "break"), "");
  expect((await runSopwith(folder, "run", "order", "--thread", "t")).code).toBe(3);
  rmSync(join(folder, "break"));
  writeFileSync(join(folder, "kill"), "");
  await runSopwith(folder, "run", "order", "--thread", "u");
  rmSync(join(folder, "kill"));
  const stale = await runSopwith(folder, "resume", "--all-stale");
  expect(stale.code).toBe(3);
  expect(effectsOf(folder)).toEqual(["shop/reserve 5"]);
  const ids = Object.fromEntries((await openApprovals(folder)).map(({ thread, id }) => [thread, id]));
  return { folder, ids };
}

test(
  "calls that broke off are shown with what is known, and a person's finding settles each",
  { timeout },
  async () => {
    const { folder, ids } = await brokenOff();
    const shown = await runSopwith(folder, "approvals", "show", ids["t"]!);
    expect(shown.stdout).toMatch(/^Did shop\/reserve happen\?\nin-doubt of node reserve, thread t, asked /);
    expect(shown.stdout).toContain('"amount": 5');
    expect(shown.stdout).toContain("the line broke");
    expect((await runSopwith(folder, "resume", "t", "--happened", ids["t"]!, '{"id":"R-7"}')).code).toBe(3);
    expect((await runSopwith(folder, "approvals", "decide", ids["u"]!, "--again")).code).toBe(3);
    expect((await openApprovals(folder)).map(({ thread, title }) => [thread, title])).toEqual([
      ["t", "Ship 5?"],
      ["u", "Ship 5?"],
    ]);
    expect(effectsOf(folder)).toEqual(["shop/reserve 5", "shop/reserve 5"]);
  },
);

test("a call that did not happen fails the node, and the command says so", { timeout }, async () => {
  const { folder, ids } = await brokenOff();
  const ended = await runSopwith(folder, "resume", "u", "--not-happened", ids["u"]!, "--by", "ana");
  expect({ code: ended.code, effects: effectsOf(folder) }).toEqual({ code: 1, effects: ["shop/reserve 5"] });
  expect(ended.stdout + ended.stderr).toContain("ana looked, and it had not happened");
});

test.each([
  [["--happened", "not json"], "The result of a call that happened must be JSON; seen: not json."],
  [["--approve"], "A call in doubt is settled by one of --happened <json>, --not-happened and --again."],
])("a finding such as %j is refused, and the question stays open", { timeout }, async (words, message) => {
  const { folder, ids } = await brokenOff();
  const { code, stderr } = await runSopwith(folder, "approvals", "decide", ids["t"]!, ...words);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) as string });
  expect(await openApprovals(folder)).toHaveLength(2);
});
