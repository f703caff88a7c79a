import { expect, test } from "vitest";
import { z } from "zod";
import { serveMcp } from "../../../src/mcp/server/serve-mcp.ts";
import { createMemoryStore } from "../../../src/store/memory-store.ts";
import { defineTool } from "../../../src/tools/define-tool.ts";
import { createToolRegistry } from "../../../src/tools/tool-registry.ts";
import { createSigner } from "../../../src/workflow/signer.ts";
import { connectHttp } from "./clients.ts";

test("a client is not shown what the rules refuse it, and a call by name is refused and on record", async () => {
  const tools = ["pay/balance", "pay/refund"].map((name) =>
    defineTool({ name, description: "d", effect: "read", input: z.object({}), run: () => name }),
  );
  const store = createMemoryStore();
  const governance = {
    signer: createSigner("a key of the tests, long enough"),
    policies: { users: { mira: { deny: ["pay/refund"], allow: ["*"] } } },
  };
  const served = await serveMcp(
    { registry: createToolRegistry({ tools }), workflows: [], store, governance },
    { tools: ["*"], overHttp: true, http: { port: 0 }, identify: () => "mira" },
  );
  const client = await connectHttp(served.url!, { era: "modern", token: "of-mira-and-long-enough" });
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["pay__balance"]);
  // In the form and the words of a tool that nobody has.
  const said = (name: string): Promise<unknown> =>
    client.callTool({ name }).then(
      (result) => result,
      (error: unknown) => (error instanceof Error ? error.message : error),
    );
  expect(await said("pay__refund")).toEqual(String(await said("pay__nobody")).replace("pay__nobody", "pay__refund"));
  expect((await store.audit({})).map(({ tool, code }) => [tool, code])).toEqual([["pay/refund", "NOT_PERMITTED"]]);
  await served.close();
});
