import { expect, test } from "vitest";
import type { ApprovalRow } from "../../src/store/run-store.ts";
import { effectsOf, orderProject } from "./order-project.ts";
import { runSopwith } from "./run-sopwith.ts";

const timeout = 60_000;

test("lists where a thread can be forked, forks it, and the fork repeats no effect", { timeout }, async () => {
  const folder = orderProject();
  expect((await runSopwith(folder, "run", "order", "--thread", "t")).code).toBe(3);
  const [asked] = JSON.parse((await runSopwith(folder, "approvals", "--json")).stdout) as [ApprovalRow];

  const history = await runSopwith(folder, "threads", "history", "t");
  expect(history.stdout.replace(/\d{4}-\S+Z/g, "<time>")).toBe(
    [
      "1  <time>  start",
      "2  <time>  reserve completed  shop/reserve ok",
      "",
      "Fork it at one of them: npx sopwith threads fork t --at <point>",
      "",
    ].join("\n"),
  );

  const forked = await runSopwith(folder, "threads", "fork", "t", "--at", "2", "--into", "u");
  expect(forked).toMatchObject({
    code: 0,
    stdout: [
      "u stands where t/1 stood at point 2 (reserve completed).",
      "Done by that run, and not done again:",
      '  shop/reserve {"amount":5}',
      "Questions that stay with that run:",
      `  Ship 5?  ${asked.id}`,
      "Go on with: npx sopwith resume u",
      "",
    ].join("\n"),
  });
  expect(await runSopwith(folder, "resume", "--all-stale")).toMatchObject({
    code: 0,
    stderr: "No run was left in the middle.\n",
  });
  expect((await runSopwith(folder, "resume", "t", "--approve", asked.id)).code).toBe(0);
  expect((await runSopwith(folder, "resume", "u")).code).toBe(3);
  const [own] = JSON.parse((await runSopwith(folder, "approvals", "--json")).stdout) as [ApprovalRow];
  expect((await runSopwith(folder, "resume", "u", "--approve", own.id)).code).toBe(0);
  expect(effectsOf(folder)).toEqual(["shop/reserve 5", "shop/ship 5"]);
  expect((await runSopwith(folder, "threads", "show", "u")).stdout).toMatch(
    /forked from t\/1 at point 2\n.*shop\/reserve +ok, shared .*\n.*shop\/ship +ok, shared /,
  );
});

test.each([
  [["fork", "t", "--at", "0"], '--at is "0", and a number from 1 is expected.'],
  [["history", "t", "--run", "x"], '--run is "x", and a number from 1 is expected.'],
  [["fork"], "`sopwith threads fork` needs the id of a thread."],
])("threads %j is refused", { timeout }, async (words, message) => {
  const { code, stderr } = await runSopwith(orderProject(), "threads", ...words);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) as string });
});

test("a name that a terminal would obey is no name for a thread, and is not printed raw", { timeout }, async () => {
  const folder = orderProject();
  const name = "a\nb\u001B[2J";
  const said = '"a\uFFFDb\uFFFD[2J" cannot be the name of a thread: it holds control characters or line ends.';
  const started = await runSopwith(folder, "run", "order", "--thread", name);
  expect({ ...started, shown: started.stdout + started.stderr }).toMatchObject({
    code: 1,
    shown: expect.not.stringContaining("\u001B") as string,
    stderr: expect.stringContaining(said) as string,
  });
  await runSopwith(folder, "run", "order", "--thread", "t");
  expect(await runSopwith(folder, "threads", "fork", "t", "--into", name)).toMatchObject({
    stderr: expect.stringContaining(said) as string,
  });
  expect((await runSopwith(folder, "threads", "fork", "t", "--into", "")).stderr).toContain("it is empty.");
});
