/**
 * What the gateway costs, as ratios in one process: `node test/bench/gateway.bench.ts`. Rounds are interleaved, of
 * processor time, and the best of each case counts, so that a busy machine disturbs all cases alike. All guards are
 * on, events are told and the audit record is kept. The second figure has the text that a model reads as well, of the
 * refusal and of the clean call that it is held against. Every case has a gateway and a tool of its own, so the engine
 * sees more kinds of call than in a process with one gateway, where a clean call costs less.
 */
import { tool as langchainTool } from "@langchain/core/tools";
import { createGateway } from "../../src/tools/gateway/gateway.ts";
import { toOutcomeMessage } from "../../src/tools/outcome-message.ts";
import type { ToolOutcome } from "../../src/tools/tool-outcome.ts";
import { toolList } from "../../src/workflow/tool-list.ts";
import { benchCall } from "./bench-call.ts";
import { type Order, order, orderSchema, orderTool, takeOrder } from "./order-tool.ts";
import { askingCases, endBusyCall, foreignTool, manyTools, refusalCases } from "./refusal-cases.ts";

/** The same checks by hand: what a call costs where there is nothing but the work. */
function checkByHand(given: Order): Order {
  const { customer, quantity, priority, gift, shipping } = given;
  if (customer.length < 1 || customer.length > 64) throw new TypeError("customer");
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > 1000) throw new TypeError("quantity");
  if (!["low", "normal", "high"].includes(priority)) throw new TypeError("priority");
  if (gift !== undefined && typeof gift !== "boolean") throw new TypeError("gift");
  if (shipping.tags.length > 16 || shipping.tags.some((tag) => typeof tag !== "string")) throw new TypeError("tags");
  return given;
}

let attempts = 0;
async function flaky(given: Order): Promise<object> {
  attempts += 1;
  if (attempts % 3 !== 0) throw new Error("transient");
  return takeOrder(given);
}

/** The least that a repeated call can cost: the checks once, and a loop. */
async function retryByHand(): Promise<object> {
  const given = checkByHand(order);
  for (;;) {
    try {
      return await flaky(given);
    } catch {
      // Tried again at once.
    }
  }
}

const retry = { retry: { maxAttempts: 3, backoffMs: 0 } };
const many = manyTools();
const manyGateway = createGateway({ registry: many });
const caller = { run: "r", thread: "t", node: "n" };
let unknown = 0;
const foreign = langchainTool(takeOrder, { name: "order", description: "Creates an order.", schema: orderSchema });

/** The names that others are held against. */
const [floor, clean, faults] = ["checks by hand + handler", "clean", "two failures then success, by hand"];

/** The most that a case may cost of another one. */
interface Goal {
  readonly of: string;
  readonly atMost: number;
}

interface Case {
  readonly run: () => Promise<unknown>;
  readonly goal?: Goal;
  /** Calls a round. @default 20000 */
  readonly times?: number;
}

const ofClean = (atMost: number): Goal => ({ of: clean, atMost });
const refusals = await refusalCases(many);
const asking = askingCases();
const spoilt = { ...order, quantity: "7" };
const cases: Readonly<Record<string, Case>> = {
  [floor]: { run: async () => takeOrder(checkByHand(order)) },
  "zod parse + handler": { run: () => takeOrder(orderSchema.parse(order)) },
  [clean]: { run: benchCall({ tools: [orderTool({ policy: retry })] }), goal: { of: floor, atMost: 12 } },
  "clean, a read": { run: benchCall({ tools: [orderTool({ effect: "read" })] }) },
  "clean, JSON Schema": { run: benchCall({ tools: [foreignTool()] }) },
  coerced: {
    run: benchCall({ tools: [orderTool({ effect: "read" })], request: { input: spoilt } }),
    goal: ofClean(3),
  },
  "coerced, JSON Schema": {
    run: benchCall({ tools: [foreignTool("read")], request: { input: spoilt } }),
    goal: ofClean(3),
  },
  [faults]: { run: () => retryByHand() },
  "two failures then success": {
    run: benchCall({ tools: [orderTool({ run: flaky, policy: retry })] }),
    goal: { of: faults, atMost: 2 },
  },
  ...Object.fromEntries(Object.entries(refusals).map(([name, run]) => [name, { run, goal: ofClean(0.5) }])),
  ...Object.fromEntries(Object.entries(asking).map(([name, run]) => [name, { run }])),
  "a name never seen, among 1,000": {
    run: () => {
      unknown += 1;
      const request = { callId: "c", tool: `shop3/some_tol_${unknown}x`, input: order };
      return manyGateway.call(request, { caller, locale: "en", grants: [] });
    },
    times: 50,
  },
  "list of 1,000 tools, cached": {
    run: async () => toolList(many, { caller, locale: "en", grants: [] }),
    times: 50,
  },
  "langchain tool().invoke": { run: () => foreign.invoke(order), times: 2000 },
};

/** Of processor time, since a machine has other work too. */
async function microseconds(run: () => Promise<unknown>, times: number): Promise<number> {
  const before = process.cpuUsage();
  for (let index = 0; index < times; index += 1) await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

const worded = (run: () => Promise<unknown>) => async (): Promise<string> =>
  toOutcomeMessage((await run()) as ToolOutcome, "en");

const hasOutcome = (name: string): boolean =>
  name in refusals || name.startsWith("clean") || name.startsWith("coerced");

const bare = new Map<string, number>();
const withText = new Map<string, number>();
for (let round = 0; round < Number(process.env["ROUNDS"] ?? 10); round += 1) {
  for (const [name, { run, times = 20_000 }] of Object.entries(cases)) {
    bare.set(name, Math.min(bare.get(name) ?? Infinity, await microseconds(run, times)));
    if (hasOutcome(name))
      withText.set(name, Math.min(withText.get(name) ?? Infinity, await microseconds(worded(run), times)));
  }
}

function row(name: string, { goal }: Case): string {
  const time = bare.get(name)!;
  const ratio = (times: ReadonlyMap<string, number>, of: string): string => {
    const [own, others] = [times.get(name), times.get(of)];
    return own === undefined || others === undefined ? "" : (own / others).toFixed(2);
  };
  const cells = [time.toFixed(2), ratio(bare, floor), ratio(bare, clean), ratio(withText, clean)];
  const verdict = goal && (time / bare.get(goal.of)! <= goal.atMost ? "met" : "MISSED");
  const against = goal && `${verdict}: ${(time / bare.get(goal.of)!).toFixed(2)}, goal ${goal.atMost} of ${goal.of}`;
  return [name.padEnd(36), ...cells.map((cell) => cell.padStart(10)), `  ${against ?? ""}`].join("").trimEnd();
}

const titles = ["µs", "of floor", "of clean", "with text"];
console.log(`${"".padEnd(36)}${titles.map((title) => title.padStart(10)).join("")}`);
for (const [name, one] of Object.entries(cases)) console.log(row(name, one));
endBusyCall();
