import { isSopwithError, messageOf } from "../../base/errors.ts";
import type { FaultPlan } from "../../model/fault-plan.ts";
import type { RunStore } from "../../store/run-store.ts";
import { toOutcomeMessage } from "../../tools/outcome-message.ts";
import type { ToolOutcome } from "../../tools/tool-outcome.ts";
import type { RunEvent } from "../../trace/run-event.ts";
import type { WorkflowFile } from "../discover-workflows.ts";
import { findRehearsal } from "../find-rehearsal.ts";
import type { Project } from "../open-project.ts";
import { playScript } from "../play-rehearsal.ts";
import { rehearsalNotFound } from "../project-errors.ts";
import { type Drill, standardDrills } from "./drill.ts";
import { pathOf } from "./drill-tool.ts";
import { createEffectLog } from "./effect-log.ts";
import { injectFaults } from "./inject-faults.ts";
import { judgeDrill } from "./judge-drill.ts";

/** How a workflow is drilled. */
export interface WorkflowDrillOptions {
  readonly found: WorkflowFile;
  /** Name of the rehearsal that plays the model. @default the workflow's own */
  readonly rehearsal?: string | undefined;
  /** @default each tool that the rehearsal calls under each of the three worst faults */
  readonly plan?: FaultPlan | undefined;
}

/** The longest a drill of a run may take, in ms. */
const longestRunMs = 60_000;
const worst = ["is down", "does not answer", "fails after it acted"] as const;

/**
 * Plays a rehearsal of a workflow under faults, each drill on a thread of its own. What the rehearsal expects is not
 * looked at: under faults a run may end in another way. The project's store should be one that may be forgotten.
 *
 * @throws `REHEARSAL_NOT_FOUND`, `REHEARSAL_AMBIGUOUS`
 */
export async function drillWorkflow(project: Project, options: WorkflowDrillOptions): Promise<Drill[]> {
  const { found, plan } = options;
  const file = await findRehearsal(found, options.rehearsal);
  if (file === undefined)
    throw rehearsalNotFound({ name: "approved", workflow: found.workflow.name, known: [], folder: "rehearsals" });
  const play = (name: string, faults: FaultPlan): Promise<Played> => drillRun(project, { found, file, name, faults });
  if (plan) return [(await play("as planned", plan)).drill];
  const plain = await play("without faults", {});
  const drills = [plain.drill];
  for (const tool of plain.called)
    for (const kind of worst) drills.push((await play(`${tool} ${kind}`, { [tool]: standardDrills[kind]! })).drill);
  return drills;
}

interface Played {
  readonly drill: Drill;
  readonly called: readonly string[];
}

async function drillRun(
  project: Project,
  scene: { readonly found: WorkflowFile; readonly file: string; readonly name: string; readonly faults: FaultPlan },
): Promise<Played> {
  const { found, file, name, faults } = scene;
  const effects = createEffectLog();
  const events: RunEvent[] = [];
  const thread = `chaos: ${name}`;
  const signal = AbortSignal.timeout(longestRunMs);
  const end = await playScript(project, found, {
    rehearsal: file,
    thread,
    signal,
    onEvent: (event) => events.push(event),
    adaptTools: (tools) => tools.map((tool) => injectFaults(tool, { faults: faults[tool.name] ?? [], effects })),
  }).then(
    ({ result }) => `run ${result.status}`,
    (error: unknown) => `run stopped: ${isSopwithError(error) ? error.code : messageOf(error)}`,
  );
  const store = await project.store();
  const calls = await store.runCalls(`${thread}/1`);
  const outcomes = calls.flatMap(({ outcome }) => (outcome === undefined ? [] : [outcome as ToolOutcome]));
  // Results as they should be say nothing about faults; they are looked at as what is kept.
  const told = outcomes
    .filter(({ status }) => status !== "ok")
    .map((outcome) => toOutcomeMessage(outcome, project.settings.locale));
  const kept = [events, calls, await readKept(store, thread)];
  const judged = judgeDrill({ told, kept, hung: signal.aborted, doubled: effects.doubled() });
  return {
    drill: { name, told, path: [...pathOf(events), end], faults: judged },
    called: [
      ...new Set(events.flatMap((event) => (event.type === "tool-call" && isPlain(event.tool) ? [event.tool] : []))),
    ],
  };
}

async function readKept(store: RunStore, thread: string): Promise<unknown> {
  return [await store.audit({ thread }), await store.runTurns(`${thread}/1`)];
}

/** Our own tools are not drilled. */
function isPlain(tool: string): boolean {
  return !/^(sop|user|skill|node|tool|result)\//.test(tool);
}
