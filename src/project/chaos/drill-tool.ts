import type { JsonObject } from "../../base/json.ts";
import type { FaultPlan, PlannedFault } from "../../model/fault-plan.ts";
import { type AccessPolicies, createAccess } from "../../tools/access-policy.ts";
import { createGateway } from "../../tools/gateway/gateway.ts";
import { createToolLoads } from "../../tools/gateway/tool-loads.ts";
import { toInputSchema } from "../../tools/input-schema.ts";
import { toOutcomeMessage } from "../../tools/outcome-message.ts";
import type { ToolOutcome } from "../../tools/tool-outcome.ts";
import { createToolRegistry, type ToolRegistry } from "../../tools/tool-registry.ts";
import type { AnyTool, Locale } from "../../tools/tool.ts";
import type { RunEventBody } from "../../trace/run-event.ts";
import { type Drill, mixedDrill, standardDrills } from "./drill.ts";
import { createEffectLog } from "./effect-log.ts";
import { injectFaults } from "./inject-faults.ts";
import { judgeDrill } from "./judge-drill.ts";
import { sampleInput } from "../testing/sample-input.ts";

/** How a tool is drilled. */
export interface ToolDrillOptions {
  readonly registry: ToolRegistry;
  readonly tool: AnyTool;
  /** @default each standard fault by itself, and a mix */
  readonly plan?: FaultPlan | undefined;
  /** For the order of the mix. @default 1 */
  readonly seed?: number | undefined;
  /** @default arguments made from the schema */
  readonly input?: JsonObject | undefined;
  /** True lets tools that change something do their real work. @default a stand-in that changes nothing */
  readonly real?: boolean;
  /** Who may call what, as in a run. @default everybody everything */
  readonly policies?: AccessPolicies | undefined;
  /** For whom it is called. @default a node named `chaos`, for no user */
  readonly caller?: { readonly node: string; readonly workflow?: string; readonly user?: string };
  /** A person's yes to real work for which one is asked. Stand-ins need none. @default false */
  readonly approve?: boolean;
  readonly locale: Locale;
}

/** Why a tool cannot be drilled: a rule denies it, or a person is to be asked. */
export type DrillRefusal =
  | { readonly kind: "denied"; readonly rule: string }
  | { readonly kind: "asks"; readonly because: string };

/** What stands in the way of a drill of this tool; `undefined` when nothing does. */
export function findDrillRefusal(options: ToolDrillOptions): DrillRefusal | undefined {
  const { tool, policies, approve, real } = options;
  const verdict = createAccess(policies)?.decide(callerOf(options), tool.name);
  if (verdict?.decision === "deny") return { kind: "denied", rule: verdict.rule };
  if (approve || !doesRealWork(tool, real)) return undefined;
  if (verdict?.decision === "ask") return { kind: "asks", because: verdict.rule };
  return tool.policy.confirm === "never" ? undefined : { kind: "asks", because: `confirm: "${tool.policy.confirm}"` };
}

/** Calls a tool under faults, through a gateway of its own, under the rules of the project. */
export async function drillTool(options: ToolDrillOptions): Promise<Drill[]> {
  const { plan, seed = 1, tool } = options;
  const scenarios: [string, FaultPlan][] = plan
    ? [["as planned", plan]]
    : [
        ...Object.entries(standardDrills).map(([name, faults]): [string, FaultPlan] => [name, { [tool.name]: faults }]),
        [`meets a mix (seed ${seed})`, { [tool.name]: mixedDrill(seed) }],
      ];
  const drills: Drill[] = [];
  for (const [name, scenario] of scenarios) drills.push(await drillOnce(options, name, scenario));
  return drills;
}

/** The answer that is waited for beyond the deadlines of the tool and all its fallbacks, in ms. */
const patienceMs = 2000;

async function drillOnce(options: ToolDrillOptions, name: string, plan: FaultPlan): Promise<Drill> {
  const { registry, tool, locale, policies, real, input = sampleInput(toInputSchema(tool), []) } = options;
  const effects = createEffectLog();
  const tools = registry
    .list()
    .filter((known) => registry.isEnabled(known))
    .map((known) => injectFaults(known, { faults: plan[known.name] ?? noFaults, effects, ...standIn(known, real) }));
  const drilled = createToolRegistry({ tools, routes: registry.routes });
  const gateway = createGateway({ registry: drilled, loads: createToolLoads(), ...(policies && { policies }) });
  const events: RunEventBody[] = [];
  const abort = new AbortController();
  const called = gateway.call(
    { callId: "drill", tool: tool.name, input },
    {
      caller: { run: "chaos/1", thread: "chaos", ...callerOf(options) },
      locale,
      confirmation: (request) =>
        options.approve || !doesRealWork(drilled.resolve(request.tool), real)
          ? { approved: true, by: "chaos" }
          : undefined,
      signal: abort.signal,
      emit: (event) => events.push(event),
    },
  );
  const outcome = await within(called, longest(tools));
  abort.abort();
  const told = outcome ? [toOutcomeMessage(outcome, locale)] : [];
  const faults = judgeDrill({ told, kept: [outcome, events], hung: outcome === undefined, doubled: effects.doubled() });
  return { name, told, path: pathOf(events), faults };
}

const noFaults: readonly PlannedFault[] = [];

function callerOf({ caller = { node: "chaos" } }: ToolDrillOptions): NonNullable<ToolDrillOptions["caller"]> {
  return caller;
}

function doesRealWork(tool: AnyTool | undefined, real: boolean | undefined): boolean {
  return real === true || tool?.effect === "read";
}

function standIn(tool: AnyTool, real: boolean | undefined): { readonly work?: AnyTool["run"] } {
  return doesRealWork(tool, real) ? {} : { work: () => ({ done: true }) };
}

function longest(tools: readonly AnyTool[]): number {
  return tools.reduce((sum, { policy }) => Math.max(sum, policy.timeoutMs), 0) + patienceMs;
}

/** The outcome, or `undefined` when it does not come in time. */
async function within(called: Promise<ToolOutcome>, ms: number): Promise<ToolOutcome | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), ms)));
  try {
    return await Promise.race([called, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What happened, one short phrase each. */
export function pathOf(events: readonly RunEventBody[]): string[] {
  return events.flatMap((event) => {
    if (event.type === "tool-call")
      return [event.fallbackOf === undefined ? `call ${event.tool}` : `fall back to ${event.tool}`];
    if (event.type === "tool-attempt") return [`attempt ${event.attempt} failed`];
    if (event.type === "tool-result") return [`${event.tool} ${event.status}`];
    return event.type === "tool-late" ? [`${event.tool} ended late`] : [];
  });
}
