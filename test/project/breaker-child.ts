import { z } from "zod";
import { shareBreakers } from "../../src/project/share-breakers.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { createGateway } from "../../src/tools/gateway/gateway.ts";
import { createToolRegistry } from "../../src/tools/tool-registry.ts";

/**
 * A process with one tool, whose breaker is shared. It is told to call the tool, in vain or with success, and answers how
 * the call ended; told to wait for an answer, it calls until one comes.
 */
export interface BreakerOrder {
  readonly works: boolean;
  /** Call again until it ends so. */
  readonly until?: string;
}

let works = true;
const tool = defineTool({
  name: "stock/ask",
  description: "d",
  effect: "read",
  input: z.object({}),
  policy: { breaker: { minCalls: 2, errorRate: 1, openMs: Number(process.env["OPEN_MS"]) } },
  run: () => {
    if (!works) throw new Error("The stock does not answer.");
    return "seven";
  },
});
const link = await shareBreakers(
  { share: "${REDIS_URL}", prefix: "shop" },
  { env: process.env, onNotice: ({ message }) => process.send?.({ notice: message }) },
);
const gateway = createGateway({ registry: createToolRegistry({ tools: [tool] }) });
let calls = 0;

async function call(): Promise<string> {
  calls += 1;
  const outcome = await gateway.call(
    { callId: `c${calls}`, tool: "stock/ask", input: {} },
    { caller: { run: "t/1", thread: "t", node: "desk" }, locale: "en" },
  );
  return "code" in outcome ? outcome.code : outcome.status;
}

async function obey({ works: now, until }: BreakerOrder): Promise<void> {
  works = now;
  for (;;) {
    const ended = await call();
    if (until === undefined || ended === until) return void process.send?.({ ended });
    await new Promise((resolve) => setImmediate(resolve));
  }
}

process.on("message", (order: BreakerOrder) => void obey(order));
process.on("disconnect", () => void link.close());
process.send?.({ ready: link.isUp });
