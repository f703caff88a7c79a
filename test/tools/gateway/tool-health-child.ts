import { z } from "zod";
import { defineTool } from "../../../src/tools/define-tool.ts";
import { toolHealth } from "../../../src/tools/gateway/tool-health.ts";

/** Asks for the instances of a tool whose look for them keeps no process up. */
const tool = defineTool({
  name: "stock/ask",
  description: "d",
  effect: "read",
  input: z.object({}),
  backends: { discover: () => new Promise((resolve) => void setTimeout(() => resolve(["a"]), 50).unref()) },
  run: () => 1,
});
void toolHealth(tool).then(({ instances }) => process.stdout.write(JSON.stringify(instances)));
