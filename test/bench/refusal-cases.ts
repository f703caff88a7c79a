import { z } from "zod";
import type { JsonObject } from "../../src/base/json.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import type { ToolOutcome } from "../../src/tools/tool-outcome.ts";
import { createToolRegistry, type ToolRegistry } from "../../src/tools/tool-registry.ts";
import { type BenchCall, benchCall } from "./bench-call.ts";
import { type Order, order, orderSchema, orderTool, takeOrder } from "./order-tool.ts";

/** A call that ends before its tool begins. */
export type Refusal = () => Promise<ToolOutcome>;

/** A thousand tools under forty names before the slash. */
export function manyTools(): ToolRegistry {
  const tools = Array.from({ length: 1000 }, (_, index) =>
    orderTool({ name: `shop${index % 40}/some_tool_${index}`, effect: "read" }),
  );
  return createToolRegistry({ tools });
}

/** Every kind of refusal, by name. */
export async function refusalCases(many: ToolRegistry): Promise<Readonly<Record<string, Refusal>>> {
  return { ...nameRefusals(many), ...inputRefusals(), ...accessRefusals(), ...(await loadRefusals()) };
}

function nameRefusals(registry: ToolRegistry): Record<string, Refusal> {
  const anywhere = { grants: [] };
  return {
    "unknown name": benchCall({ tools: [orderTool()], request: { tool: "shop/ordre" } }),
    "unknown name among 1,000": benchCall({ registry, scope: anywhere, request: { tool: "shop3/some_tol_43" } }),
  };
}

function inputRefusals(): Record<string, Refusal> {
  const refused = (input: unknown, more: BenchCall = {}): Refusal =>
    benchCall({ tools: [orderTool()], ...more, request: { ...more.request, input } });
  const reads = { tools: [orderTool({ effect: "read" })] };
  const { quantity: _, ...without } = order;
  return {
    "arguments: a text for a number": refused({ ...order, quantity: "7" }),
    "arguments: a field is missing": refused(without),
    "arguments: a choice misspelt": refused({ ...order, priority: "hihg" }),
    "arguments: an unknown field": refused({ ...order, quantiti: 7 }),
    "arguments: three mistakes": refused({ ...order, quantity: 0, priority: 3, shipping: { street: 1, tags: [] } }),
    "arguments of a read": refused({ ...order, quantity: "seven" }, reads),
    "arguments, JSON Schema": refused({ ...order, quantity: "7" }, { tools: [foreignTool()] }),
    "arguments that are no JSON": refused(undefined, { request: { problem: "The arguments are not JSON." } }),
  };
}

/** As a tool from elsewhere has it. */
export function foreignTool(effect: "read" | "write" = "write"): ReturnType<typeof orderTool> {
  return defineTool({
    name: "shop/order",
    description: "Creates an order.",
    effect,
    idempotency: effect === "read" ? "safe" : "keyed",
    inputSchema: z.toJSONSchema(orderSchema, { io: "input" }) as object as JsonObject,
    run: (given) => takeOrder(given as Order),
  });
}

function accessRefusals(): Record<string, Refusal> {
  const tools = [orderTool()];
  const off = createToolRegistry({ tools, disabledToolsets: ["shop"] });
  const guard = {
    check: () => ({ code: "SOP_ORDER", reason: "Step 2 comes first: look the customer up." }) as const,
    settle: () => {},
  };
  return {
    "denied by a grant": benchCall({
      tools,
      scope: { grants: [{ allow: ["desk/*"], source: 'node "n"', code: "NOT_GRANTED" }] },
    }),
    "denied by a rule": benchCall({ tools, policies: { users: { u: { deny: ["shop/*"], allow: ["*"] } } } }),
    "denied: its toolset is off": benchCall({ registry: off }),
    "denied: not visible": benchCall({ tools: [orderTool({ visibility: { agents: ["other"] } })] }),
    "denied by the procedure": benchCall({ tools, scope: { guard } }),
    "not there": benchCall({ tools: [orderTool({ available: { check: () => false } })] }),
  };
}

/** A person's word binds to a hash of the arguments, which costs more than the rest of such a call. */
export function askingCases(): Record<string, Refusal> {
  const tools = [orderTool({ policy: { confirm: "always" } })];
  return {
    "a person must be asked": benchCall({ tools, scope: { confirmation: () => undefined } }),
    "denied by a person": benchCall({
      tools,
      scope: { confirmation: () => ({ approved: false, reason: "Too much.", by: "mira" }) },
    }),
  };
}

const stop = new AbortController();

/** Ends the call that makes its tool busy. */
export function endBusyCall(): void {
  stop.abort();
}

async function loadRefusals(): Promise<Record<string, Refusal>> {
  const broken = benchCall({ tools: [orderTool({ run: () => Promise.reject(new Error("down")) })] });
  for (let index = 0; index < 20; index += 1) await broken();
  const limited = benchCall({ tools: [orderTool({ policy: { rate: { tool: { calls: 1, perMs: 3_600_000 } } } })] });
  await limited();
  const busy = benchCall({
    scope: { signal: stop.signal },
    tools: [
      orderTool({
        run: () => new Promise<never>(() => {}),
        policy: { concurrency: { maxConcurrency: 1, overflow: "reject" }, timeoutMs: 3_600_000 },
      }),
    ],
  });
  void busy();
  return {
    "breaker open": broken,
    "rate used up": limited,
    busy: busy,
    "too much in flight": benchCall({ tools: [orderTool()], maxInFlight: 0 }),
    "time of the turn used up": benchCall({ tools: [orderTool()], scope: { turnEndsAt: 0 } }),
  };
}
