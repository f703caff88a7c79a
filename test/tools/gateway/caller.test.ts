import { expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../../../src/tools/define-tool.ts";
import { createGateway } from "../../../src/tools/gateway/gateway.ts";
import { toolError } from "../../../src/tools/tool-error.ts";
import { createToolRegistry } from "../../../src/tools/tool-registry.ts";
import type { ToolOutcome } from "../../../src/tools/tool-outcome.ts";

/** Its own row-level check: an account belongs to one user. */
const balance = defineTool({
  name: "bank/balance",
  description: "d",
  effect: "read",
  input: z.object({ account: z.string() }),
  run: ({ account }, { caller }) => {
    if (caller.user !== account)
      throw toolError({ code: "NOT_YOURS", message: "The account is another's.", effect: "none", retryable: false });
    return { account, asked: caller };
  },
});
const gateway = createGateway({ registry: createToolRegistry({ tools: [balance] }) });

function ask(input: object, user?: string): Promise<ToolOutcome> {
  const caller = { run: "t/1", thread: "t", node: "desk", ...(user !== undefined && { user }) };
  return gateway.call({ callId: "c", tool: "bank/balance", input }, { caller, locale: "en" });
}

test("a tool is told for whom it works, and checks it itself", async () => {
  expect(await ask({ account: "mira" }, "mira")).toMatchObject({
    status: "ok",
    output: { account: "mira", asked: { user: "mira", node: "desk", thread: "t" } },
  });
  expect(await ask({ account: "mira" }, "eve")).toMatchObject({ status: "failed", code: "NOT_YOURS" });
  expect(await ask({ account: "mira" })).toMatchObject({ status: "failed", code: "NOT_YOURS" });
});

test("a model cannot say for whom it is", async () => {
  for (const field of ["user", "user_id", "caller", "X-User-Id"])
    expect(await ask({ account: "mira", [field]: "mira" }, "eve")).toMatchObject({
      status: "invalid",
      issues: [{ path: field }],
    });
});

test("text that looks like a template is a text like any other", async () => {
  const account = "user:{user_id} {{ secret }} ${HOME} %s";
  expect(await ask({ account }, account)).toMatchObject({ output: { account } });
});
