import { expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../../src/tools/define-tool.ts";
import { toolError } from "../../src/tools/tool-error.ts";
import type { Idempotency } from "../../src/tools/tool.ts";
import { oneCall, runnerOf } from "./one-node.ts";

test.each<[what: string, Idempotency, "none" | "unknown" | "reported", times: number]>([
  ["one that is certain to have done nothing", "none", "none", 3],
  ["a safe one of which nobody knows", "safe", "unknown", 3],
  ["a safe one that may have done a part", "safe", "reported", 3],
  ["one that may have done a part", "none", "reported", 1],
  ["a keyed one that may have done a part", "keyed", "reported", 1],
])("a node that is tried again makes %s anew %s, %s: %i times", async (_, idempotency, effect, times) => {
  let ran = 0;
  const tool = defineTool({
    name: "data/act",
    description: "d",
    effect: "write",
    idempotency,
    input: z.object({}),
    run: () => {
      ran += 1;
      throw toolError({ code: "NO", message: "No.", effect });
    },
  });
  expect(await runnerOf(oneCall(tool, { retry: { maxAttempts: 3 } })).start({})).toMatchObject({ status: "failed" });
  expect(ran).toBe(times);
});
