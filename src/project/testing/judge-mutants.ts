import type { RunObserver } from "../observe-run.ts";
import { playScript, type RehearsalVerdict } from "../play-rehearsal.ts";
import type { Project } from "../open-project.ts";
import { makeMutants, type Mutant, unchanged } from "./make-mutants.ts";
import { type OpenedTest, withFreshStore } from "./open-test.ts";
import { recordedTools } from "./recorded-tools.ts";
import { toTrajectory, type Trajectory } from "./trajectory.ts";
import { type UnwantedCall, unwantedCalls } from "./unwanted-calls.ts";
import type { AnyTool } from "../../tools/tool.ts";
import type { SkillLibrary } from "../../skills/skill-library.ts";
import type { Rehearsal } from "../../model/rehearsal.ts";

/**
 * Who noticed a mutant: `refused` a call was not let through; `nudged` a finish was answered with what is missing;
 * `report` the report on the steps says so; `status` the run ended otherwise; `expected` an expectation of the test does
 * not hold. `nobody`: all went as if nothing were wrong. `unclear`: it led where the script does not go.
 */
export type Catcher = "refused" | "nudged" | "report" | "status" | "expected" | "nobody" | "unclear";

/** What became of a mutant. */
export interface MutantVerdict {
  readonly kind: Mutant["kind"];
  readonly what: string;
  readonly caughtBy: Catcher;
  /** The refusal, the difference, or how the run ended. */
  readonly how?: string;
}

/** What became of a test's mutants, or why there are none. */
export interface MutationReport {
  readonly mutants: readonly MutantVerdict[];
  /** Why the run cannot be mutated. */
  readonly problem?: string;
}

/**
 * Plays the mutants of a test that passed. `project` holds the store with its run. No mutant reaches a tool: each call
 * is answered from that run.
 */
export async function judgeMutants(
  project: Project,
  test: OpenedTest,
  verdict: RehearsalVerdict,
): Promise<MutationReport> {
  const store = await project.store();
  if ((await store.runTurns(verdict.result.run)).length === 0) return { mutants: [], problem: "no model is asked" };
  const tools = (await project.tools(test.found.workflow)).list();
  const trajectory = await toTrajectory(store, verdict.result.run, { test: test.rehearsal, tools });
  const play = (rehearsal: Rehearsal): Promise<Played> => playRecorded(project, test, { rehearsal, trajectory });
  const base = await play(unchanged(trajectory));
  if (base.differences.length > 0)
    return { mutants: [], problem: `played from its record it goes otherwise: ${base.differences[0]}` };
  const unwanted = await unwantedIn(await project.skills(), { tools, trajectory, nodes: verdict.observer.skills() });
  const mutants: MutantVerdict[] = [];
  for (const { kind, what, rehearsal } of makeMutants(trajectory, unwanted))
    mutants.push({ kind, what, ...judge(base, await play(rehearsal)) });
  return { mutants };
}

interface Played {
  readonly verdict: RehearsalVerdict;
  /** How many turns the script has: a model that is asked more often was sent back. */
  readonly scripted: number;
  /** Without what was not used: a mutant need not use all. */
  readonly differences: readonly string[];
  /** Reports that say that steps were not kept. */
  readonly broken: readonly string[];
}

async function playRecorded(
  project: Project,
  { found, thread }: OpenedTest,
  { rehearsal, trajectory }: { readonly rehearsal: Rehearsal; readonly trajectory: Trajectory },
): Promise<Played> {
  const fresh = withFreshStore(project);
  const adaptTools = (tools: readonly AnyTool[]): AnyTool[] => recordedTools(tools, trajectory.calls);
  const verdict = await playScript(fresh, found, { rehearsal, thread, adaptTools });
  const row = await (await fresh.store()).run(verdict.result.run);
  const broken = (row?.conformance ?? []).filter((report) => !report.conforms).map((report) => report.skill);
  const scripted = rehearsal.turns.length;
  return {
    verdict,
    scripted,
    differences: verdict.differences.filter((text) => !verdict.unused.includes(text)),
    broken,
  };
}

function judge(base: Played, mutant: Played): Pick<MutantVerdict, "caughtBy" | "how"> {
  const { result, observer, mismatch } = mutant.verdict;
  const refusal = newRefusal(base.verdict.observer, observer);
  if (refusal !== undefined) return { caughtBy: "refused", how: refusal };
  if (observer.turns() > mutant.scripted) return { caughtBy: "nudged" };
  if (mutant.broken.length > base.broken.length)
    return { caughtBy: "report", how: `steps of ${mutant.broken.at(-1)} not kept` };
  if (mismatch && !base.verdict.mismatch) return { caughtBy: "unclear", how: mismatch.message };
  if (result.status !== base.verdict.result.status) return { caughtBy: "status", how: `ended ${result.status}` };
  const [difference] = mutant.differences;
  return difference === undefined ? { caughtBy: "nobody" } : { caughtBy: "expected", how: difference };
}

/** The first refusal that the run as it was did not have, in the same words. */
function newRefusal(base: RunObserver, mutant: RunObserver): string | undefined {
  const known = base.refused().map(({ tool, reason }) => `${tool}\n${reason}`);
  return mutant.refused().find(({ tool, reason }) => {
    const at = known.indexOf(`${tool}\n${reason}`);
    if (at !== -1) known.splice(at, 1);
    return at === -1;
  })?.reason;
}

async function unwantedIn(
  library: SkillLibrary,
  {
    tools,
    trajectory,
    nodes,
  }: {
    readonly tools: readonly AnyTool[];
    readonly trajectory: Trajectory;
    readonly nodes: ReadonlyMap<string, string>;
  },
): Promise<UnwantedCall[]> {
  const unwanted: UnwantedCall[] = [];
  for (const [node, name] of nodes) {
    if (!trajectory.rehearsal.turns.some((turn) => turn.node === node)) continue;
    unwanted.push(...unwantedCalls({ node, skill: await library.get(name), tools }, trajectory));
  }
  return unwanted;
}
