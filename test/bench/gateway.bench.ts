/**
 * What the gateway costs, as ratios in one process: `node test/bench/gateway.bench.ts`. Rounds are interleaved and the
 * best of each case counts, so that a busy machine disturbs all cases alike.
 */
import { tool as langchainTool } from "@langchain/core/tools";
import { z } from "zod";
import { defineTool } from "../../src/tools/define-tool.ts";
import type { AuditedCall } from "../../src/tools/audited-call.ts";
import { createGateway } from "../../src/tools/gateway/gateway.ts";
import { createTaint } from "../../src/tools/taint.ts";
import { createToolRegistry } from "../../src/tools/tool-registry.ts";
import type { JsonObject } from "../../src/base/json.ts";
import { toolList } from "../../src/workflow/tool-list.ts";

const schema = z.object({
  customer: z.string().min(1).max(64),
  quantity: z.number().int().min(1).max(1000),
  priority: z.enum(["low", "normal", "high"]),
  gift: z.boolean().optional(),
  shipping: z.object({ street: z.string(), tags: z.array(z.string()).max(16) }),
});
type Order = z.output<typeof schema>;
const input: Order = {
  customer: "acme",
  quantity: 7,
  priority: "high",
  gift: true,
  shipping: { street: "1 Main", tags: ["a", "b"] },
};
const handler = async ({ quantity }: Order): Promise<object> => ({ id: "o-1", total: quantity * 3 });

/** The same checks by hand: what a call costs where there is nothing but the work. */
function checkByHand(order: Order): Order {
  const { customer, quantity, priority, gift, shipping } = order;
  if (customer.length < 1 || customer.length > 64) throw new TypeError("customer");
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > 1000) throw new TypeError("quantity");
  if (!["low", "normal", "high"].includes(priority)) throw new TypeError("priority");
  if (gift !== undefined && typeof gift !== "boolean") throw new TypeError("gift");
  if (shipping.tags.length > 16 || shipping.tags.some((tag) => typeof tag !== "string")) throw new TypeError("tags");
  return order;
}

let attempts = 0;
const flaky = async (order: Order): Promise<object> => {
  attempts += 1;
  if (attempts % 3 !== 0) throw new Error("transient");
  return handler(order);
};

/** The least that a repeated call can cost: the checks once, and a loop. */
async function retryByHand(): Promise<object> {
  const order = checkByHand(input);
  for (;;) {
    try {
      return await flaky(order);
    } catch {
      // Tried again at once.
    }
  }
}

const base = { description: "Creates an order.", effect: "write", idempotency: "keyed", input: schema } as const;
const policy = { retry: { maxAttempts: 3, backoffMs: 0 } };
const order = defineTool({ ...base, name: "shop/order", policy, run: handler });
const flakyOrder = defineTool({ ...base, name: "shop/flaky", policy, run: flaky });
const gateway = createGateway({ registry: createToolRegistry({ tools: [order, flakyOrder] }) });
const grants = [{ allow: ["shop/*"], source: "bench", code: "NOT_GRANTED" as const }];
const scope = { caller: { run: "r", thread: "t", node: "n" }, locale: "en" as const, grants, emit: () => {} };
const call = (tool: string, given: unknown): Promise<unknown> =>
  gateway.call({ callId: "c", tool, input: given }, scope);
/** With everything on that a project can switch on, and the records of the last thousand calls kept. */
const records: unknown[] = Array.from({ length: 1024 });
let recorded = 0;
const governed = createGateway({
  registry: createToolRegistry({ tools: [order] }),
  policies: { agents: { n: ["shop/*"] }, users: { u: { deny: ["shop/close"], allow: ["*"] } } },
});
const governedScope = {
  ...scope,
  caller: { ...scope.caller, user: "u" },
  taint: createTaint(),
  audit: (audited: AuditedCall) => {
    records[recorded++ & 1023] = audited;
  },
};
const governedCall = (): Promise<unknown> => governed.call({ callId: "c", tool: "shop/order", input }, governedScope);
const down = defineTool({ ...base, name: "shop/down", run: () => Promise.reject(new Error("down")) });
const downGateway = createGateway({ registry: createToolRegistry({ tools: [down] }) });
const downCall = (): Promise<unknown> => downGateway.call({ callId: "c", tool: "shop/down", input }, scope);
for (let index = 0; index < 20; index += 1) await downCall();
const foreign = langchainTool(handler, { name: "order", description: "Creates an order.", schema });

const readSchema = z.toJSONSchema(schema, { io: "input" }) as object as JsonObject;
const quote = defineTool({ ...base, name: "shop/quote", effect: "read", idempotency: "safe", run: handler });
const foreignQuote = defineTool({
  name: "shop/foreign_quote",
  description: "Creates a quote.",
  effect: "read",
  inputSchema: readSchema,
  run: (given) => handler(given as Order),
});
const many = Array.from({ length: 1000 }, (_, index) =>
  defineTool({
    ...base,
    name: `shop${index % 40}/some_tool_${index}`,
    effect: "read",
    idempotency: "safe",
    run: handler,
  }),
);
const reads = createToolRegistry({ tools: [quote, foreignQuote] });
const manyTools = createToolRegistry({ tools: many });
const readGateway = createGateway({ registry: reads });
const manyGateway = createGateway({ registry: manyTools });
const read = (tool: string, given: unknown): Promise<unknown> =>
  readGateway.call({ callId: "c", tool, input: given }, scope);
let unknown = 0;

const cases: Readonly<Record<string, () => Promise<unknown>>> = {
  "checks by hand + handler": async () => handler(checkByHand(input)),
  "zod parse + handler": () => handler(schema.parse(input)),
  "gateway, clean": () => call("shop/order", input),
  "gateway, all guards, audit kept": governedCall,
  "gateway, breaker open": downCall,
  "two failures then success, by hand": () => retryByHand(),
  "gateway, two failures then success": () => call("shop/flaky", input),
  "gateway, unknown tool": () => call("shop/ordre", input),
  "gateway, wrong arguments": () => call("shop/order", { ...input, quantity: "7" }),
  "gateway, a read": () => read("shop/quote", input),
  "gateway, a read that is repaired": () => read("shop/quote", { ...input, quantity: "7" }),
  "gateway, JSON Schema": () => read("shop/foreign_quote", input),
  "gateway, JSON Schema, repaired": () => read("shop/foreign_quote", { ...input, quantity: "7" }),
  "list of 1,000 tools, cached": async () => toolList(manyTools, { ...scope, grants: [] }),
  "new unknown name among 1,000": () => {
    unknown += 1;
    return manyGateway.call({ callId: "c", tool: `shop3/some_tol_${unknown}x`, input }, { ...scope, grants: [] });
  },
  "langchain tool().invoke": () => foreign.invoke(input),
};

/** Of processor time, since a machine has other work too. */
async function microseconds(run: () => Promise<unknown>, times: number): Promise<number> {
  const before = process.cpuUsage();
  for (let index = 0; index < times; index += 1) await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

const best = new Map<string, number>();
for (let round = 0; round < 12; round += 1) {
  for (const [name, run] of Object.entries(cases)) {
    const times = name.includes("1,000") ? 20 : name.startsWith("langchain") ? 2000 : 20_000;
    best.set(name, Math.min(best.get(name) ?? Infinity, await microseconds(run, times)));
  }
}
const floor = best.get("checks by hand + handler")!;
const clean = best.get("gateway, all guards, audit kept")!;
console.log(`${"".padEnd(48)} to the floor, to a clean call with all guards`);
for (const [name, time] of best)
  console.log(
    `${name.padEnd(38)} ${time.toFixed(2).padStart(8)} µs ${(time / floor).toFixed(1).padStart(8)} x ${(time / clean).toFixed(2).padStart(8)} x`,
  );
