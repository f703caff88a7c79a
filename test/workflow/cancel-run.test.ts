import { describe, expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../../src/tools/define-tool.ts";
import { flaky } from "./flaky-tool.ts";
import { oneCall, oneNode, runnerOf } from "./one-node.ts";

describe("a run that is cancelled", () => {
  test("ends for good, and its thread is free again", async () => {
    const { tool } = flaky(9);
    const runner = runnerOf(oneCall(tool));
    await runner.start({}, { thread: "t" });
    expect(await runner.cancel("t", "not needed")).toMatchObject({ status: "cancelled" });
    await expect(runner.resume("t")).rejects.toMatchObject({ code: "RUN_ENDED" });
    await expect(runner.cancel("t")).rejects.toMatchObject({ code: "RUN_ENDED" });
    expect(await runner.start({}, { thread: "t" })).toMatchObject({ run: "t/2" });
  });

  test("while it works stops its tools", async () => {
    const aborted = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const tool = defineTool({
      name: "a/slow",
      description: "Slow.",
      effect: "read",
      input: z.object({}),
      run: (_input, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            aborted.resolve();
            reject(new Error("aborted"));
          });
          started.resolve();
        }),
    });
    const runner = runnerOf(oneCall(tool));
    const run = runner.start({}, { thread: "t" });
    run.catch(() => undefined);
    await started.promise;
    expect(await runner.cancel("t")).toMatchObject({ status: "cancelled" });
    await expect(run).rejects.toMatchObject({ code: "RUN_STOPPED" });
    await aborted.promise;
  });

  test("an unknown thread is said to be unknown, with the nearest names", async () => {
    const runner = runnerOf(oneNode(() => ({})));
    await runner.start({}, { thread: "ticket-4711" });
    await expect(runner.resume("ticket-471")).rejects.toMatchObject({
      code: "THREAD_NOT_FOUND",
      data: { nearest: ["ticket-4711"] },
    });
    await expect(runner.cancel("nothing-like-it")).rejects.toMatchObject({ code: "THREAD_NOT_FOUND" });
    expect(await runner.get("x")).toBeUndefined();
  });
});
