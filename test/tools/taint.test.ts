import { expect, test } from "vitest";
import { z } from "zod";
import type { CallScope } from "../../src/tools/call-scope.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { completesTaint, createTaint, type ToolLabel } from "../../src/tools/taint.ts";
import type { ToolOutcome } from "../../src/tools/tool-outcome.ts";
import { tryCall } from "./gateway/try-gateway.ts";

test.each<[readonly ToolLabel[], readonly ToolLabel[], boolean]>([
  [[], ["outward"], false],
  [["untrusted"], ["private"], false],
  [["untrusted"], ["private", "outward"], true],
  [["untrusted", "private"], ["outward"], true],
  [["private", "outward"], ["untrusted"], true],
  [["private", "outward"], ["private"], false],
  [["untrusted", "private", "outward"], ["untrusted"], false],
  [["untrusted", "private", "outward"], ["outward"], true],
  [[], ["untrusted", "private", "outward"], true],
  [["untrusted", "private"], [], false],
])("after %j a call with %j completes the three: %s", (met, labels, completes) => {
  expect(completesTaint(createTaint(met), labels)).toBe(completes);
});

test("a message is confirmed by a person once the run has read strangers' text and private data", async () => {
  const tool = (name: string, labels: readonly ToolLabel[]): ReturnType<typeof defineTool> =>
    defineTool({ name, description: "d", effect: "read", labels, input: z.object({}), run: () => "done" });
  const tools = [tool("web/read", ["untrusted"]), tool("crm/read", ["private"]), tool("mail/send", ["outward"])];
  const scope: Partial<CallScope> = { taint: createTaint() };
  const call = (name: string): Promise<ToolOutcome> => tryCall({ tools, tool: name, input: {}, scope });
  expect(await call("mail/send")).toMatchObject({ status: "ok" });
  scope.taint!.add([]);
  const fresh: Partial<CallScope> = { taint: createTaint() };
  for (const name of ["web/read", "crm/read"])
    expect(await tryCall({ tools, tool: name, input: {}, scope: fresh })).toMatchObject({ status: "ok" });
  expect(await tryCall({ tools, tool: "mail/send", input: {}, scope: fresh })).toMatchObject({
    status: "needs_confirmation",
    request: { because: "labels" },
  });
});
