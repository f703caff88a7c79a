import type { AccessPolicies } from "../../src/tools/access-policy.ts";
import type { AuditedCall } from "../../src/tools/audited-call.ts";
import type { CallScope, ToolRequest } from "../../src/tools/call-scope.ts";
import { createGateway } from "../../src/tools/gateway/gateway.ts";
import { createToolLoads } from "../../src/tools/gateway/tool-loads.ts";
import { createTaint } from "../../src/tools/taint.ts";
import type { ToolOutcome } from "../../src/tools/tool-outcome.ts";
import { createToolRegistry, type ToolRegistry } from "../../src/tools/tool-registry.ts";
import type { AnyTool } from "../../src/tools/tool.ts";
import { order } from "./order-tool.ts";

/** A measured call: always the same, and what it needs. */
export interface BenchCall {
  readonly tools?: readonly AnyTool[];
  readonly registry?: ToolRegistry;
  readonly policies?: AccessPolicies;
  readonly maxInFlight?: number;
  readonly scope?: Partial<CallScope>;
  readonly request?: Partial<ToolRequest>;
}

/** The records of the last thousand calls are kept, as whoever writes them out has them before he does. */
const records: AuditedCall[] = [];
let recorded = 0;

/** With everything on that a project can switch on. */
const guarded: CallScope = {
  caller: { run: "r", thread: "t", node: "n", user: "u" },
  locale: "en",
  grants: [{ allow: ["shop/*"], source: 'node "n"', code: "NOT_GRANTED" }],
  taint: createTaint(),
  emit: () => {},
  audit: (audited) => {
    records[recorded++ & 1023] = audited;
  },
};

const guardingPolicies: AccessPolicies = {
  agents: { n: ["shop/*"] },
  users: { u: { deny: ["shop/close"], allow: ["*"] } },
};

/** Makes a call through a gateway of its own. */
export function benchCall({
  tools = [],
  registry = createToolRegistry({ tools }),
  policies = guardingPolicies,
  maxInFlight = 1000,
  scope,
  request,
}: BenchCall): () => Promise<ToolOutcome> {
  const gateway = createGateway({ registry, policies, maxInFlight, loads: createToolLoads() });
  const whole = { ...guarded, ...scope };
  const asked = { callId: "c", tool: "shop/order", input: order, ...request };
  return () => gateway.call(asked, whole);
}
