import { expect, onTestFinished, test } from "vitest";
import { keepDeadlines } from "../../src/project/keep-deadlines.ts";
import { openProject } from "../../src/project/open-project.ts";
import { openRunner } from "../../src/project/open-runner.ts";
import { temporaryProject } from "./temporary-project.ts";

const workflow = (decide: string) => `
import { approvalNode, defineWorkflow } from "sopwith";
import { z } from "zod";

export default defineWorkflow({
  name: "asks", state: z.object({ went: z.boolean().optional() }), start: "ask",
  nodes: { ask: approvalNode({
    ask: () => ({ title: "Go?" }), deadline: { afterMs: 1, decide: "${decide}" }, save: ({ approved }) => ({ went: approved }),
  }) },
  edges: { ask: "end" },
});
`;

test.each(["approve", "reject"])("a process that stays lets a deadline decide on time: %s", async (decide) => {
  const project = await openProject({ cwd: temporaryProject({ "workflows/asks.ts": workflow(decide) }) });
  onTestFinished(() => project.close());
  const { runner } = await openRunner(project, await project.workflow("asks"));
  expect((await runner.start({}, { thread: "t" })).status).toBe("waiting");
  const told = Promise.withResolvers<string>();
  const keeper = keepDeadlines(project, { onNotice: told.resolve, drain: new AbortController().signal, everyMs: 1 });
  expect(await told.promise).toBe('A deadline has passed on thread "t"; its run is completed.');
  await keeper.close();
  expect(await runner.get("t")).toMatchObject({ status: "completed", state: { went: decide === "approve" } });
});

test("what keeps a run from going on is told, and the others go on", async () => {
  const project = await openProject({ cwd: temporaryProject({ "workflows/asks.ts": workflow("reject") }) });
  onTestFinished(() => project.close());
  const { runner } = await openRunner(project, await project.workflow("asks"));
  for (const thread of ["held", "free"]) await runner.start({}, { thread });
  const store = await project.store();
  await store.takeLease("held", "process 1 on elsewhere (abc)", { ttlMs: 60_000, now: Date.now() });
  const notices: string[] = [];
  const both = Promise.withResolvers<void>();
  const onNotice = (message: string): void => {
    notices.push(message);
    if (notices.length === 2) both.resolve();
  };
  const keeper = keepDeadlines(project, { onNotice, drain: new AbortController().signal, everyMs: 1 });
  await both.promise;
  await keeper.close();
  expect(notices.toSorted()).toEqual([
    'A deadline has passed on thread "free"; its run is completed.',
    expect.stringMatching(/^Thread "held" did not go on after its deadline: .*process 1 on elsewhere/) as string,
  ]);
});
