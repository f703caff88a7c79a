import { z } from "zod";
import { defineTool } from "../../src/tools/define-tool.ts";
import { toolError } from "../../src/tools/tool-error.ts";

/** A tool that fails so often before it works. */
export function flaky(failures: number) {
  const runs = { count: 0 };
  const tool = defineTool({
    name: "a/flaky",
    description: "Works later.",
    effect: "read",
    input: z.object({}),
    run: () => {
      runs.count += 1;
      if (runs.count <= failures) throw toolError({ code: "DOWN", message: "not yet", effect: "none" });
      return "works";
    },
  });
  return { tool, runs };
}
