import type { z } from "zod";
import type { JsonValue } from "../base/json.ts";
import type { ModelMessage } from "../model/model.ts";
import { skillPrompt } from "../model/prompt.ts";
import type { Skill } from "../skills/skill.ts";
import { refreshAvailability } from "../tools/availability.ts";
import { askTool, finishTool, readTool, skipTool } from "./builtin-tools.ts";
import { type ContextCall, readContext } from "./context-calls.ts";
import { choose } from "./choose.ts";
import { keepConformance } from "./keep-conformance.ts";
import { loadSkill } from "./load-skill.ts";
import { openLoopTools } from "./loop-tools.ts";
import { loopText } from "./loop-text.ts";
import type { NodeLimits } from "./node-limits.ts";
import { nodeScope } from "./node-scope.ts";
import { inputText } from "./run-context.ts";
import { resultTool } from "./result-reader.ts";
import { runTurns } from "./run-turns.ts";
import type { SopGuard } from "./sop-guard.ts";
import { guardOf, type SopPolicy } from "./sop-policy.ts";
import { sopText } from "./sop-text.ts";
import type { SkillDone, TurnLoop } from "./turn-loop.ts";
import { openVisitJournal, type VisitJournal } from "./visit-journal.ts";
import { usableSkill } from "./usable-skill.ts";
import type { Visit } from "./visit.ts";
import { choiceMissing } from "./workflow-errors.ts";

/** What a node wants done with a skill. */
export interface SkillJob {
  /** One skill, or several of which the model picks one. */
  readonly skills: readonly string[];
  readonly input: JsonValue | undefined;
  /** Calls whose results the model is given with it. */
  readonly context?: readonly ContextCall[];
  readonly instruction: string | undefined;
  readonly output: z.ZodType | undefined;
  readonly tools: readonly string[] | undefined;
  readonly limits: NodeLimits;
  readonly sop: SopPolicy;
}

/** Lets the model follow a skill until it has a result, and keeps how it kept to the SOP. */
export async function runSkill(visit: Visit, job: SkillJob): Promise<SkillDone> {
  const skill = usableSkill(visit, await loadSkill(visit, await pickSkill(visit, job)), job.sop.mode);
  const journal = await openVisitJournal(visit.context, visit);
  const guard = guardOf(visit, { skill, mode: job.sop.mode, journal });
  const loop = await openLoop(visit, job, { skill, journal, guard });
  if (!guard) return runTurns(loop);
  try {
    return await runTurns(loop);
  } finally {
    // A visit that stops to wait says how it stands; when it is entered again its report is replaced.
    await keepConformance(visit, skill, guard);
  }
}

interface LoopParts {
  readonly skill: Skill;
  readonly journal: VisitJournal;
  readonly guard: SopGuard | undefined;
}

async function openLoop(visit: Visit, job: SkillJob, { skill, journal, guard }: LoopParts): Promise<TurnLoop> {
  const { context } = visit;
  const { skills, tools } = context.parts;
  await refreshAvailability(tools.routed(context.thread));
  const resources = await skills.resources(skill.name);
  const builtins = [
    askTool(),
    ...(guard && guard.mode !== "report" ? [skipTool(guard)] : []),
    ...(job.output ? [finishTool(job.output)] : []),
    ...(resources.length > 0 ? [readTool(skills, skill.name)] : []),
  ];
  const reader = resultTool(journal);
  const scope = nodeScope(visit, { journal, tools: job.tools, skill, builtins: [...builtins, reader], guard });
  const shown = openLoopTools({
    registry: tools,
    scope,
    unlisted: [reader],
    maxTokens: job.limits.maxToolTokens,
    needed: [...(job.tools ?? []), ...(skill.allowedTools ?? []), ...skill.sop.steps.flatMap((step) => step.tools)],
  });
  const seen = { cut: false };
  const read = job.context?.length ? await readContext(visit, job.context, { journal, scope: shown.scope, seen }) : [];
  const messages = openMessages(visit, job, { skill, guard, resources, read });
  return {
    visit,
    journal,
    messages,
    get scope() {
      return shown.scope;
    },
    get shelf() {
      return shown.shelf;
    },
    get tools() {
      return shown.tools;
    },
    get toolsAfterCut() {
      return shown.toolsAfterCut;
    },
    seen,
    output: job.output,
    limits: job.limits,
    maxNudges: job.sop.maxNudges,
    ...(guard && { guard }),
  };
}

/** The system text, the conversation so far, and what there is to do. */
function openMessages(
  { path, context }: Visit,
  job: SkillJob,
  {
    skill,
    guard,
    resources,
    read,
  }: Omit<LoopParts, "journal"> & { readonly resources: readonly string[]; readonly read: readonly ModelMessage[] },
): ModelMessage[] {
  const system = skillPrompt({
    node: path,
    ...(job.instruction !== undefined && { instruction: job.instruction }),
    skill: { name: skill.name, body: skill.body, origin: skill.origin },
    resources,
    guidance: [
      ...loopText(context.locale).guidance(job.output !== undefined),
      ...(guard && guard.mode !== "report" ? [sopText(context.locale).rule] : []),
    ],
    locale: context.locale,
  });
  const earlier = context.conversation.flatMap(({ text, answer }): ModelMessage[] => [
    { role: "user", text },
    { role: "assistant", text: answer, calls: [] },
  ]);
  return [{ role: "system", text: system }, ...earlier, ...read, { role: "user", text: inputText(job.input) }];
}

async function pickSkill(visit: Visit, job: SkillJob): Promise<string> {
  const [only] = job.skills;
  if (job.skills.length === 1 && only !== undefined) return only;
  const chosen = await choose(visit, { names: job.skills, descriptions: undefined, input: job.input, unsure: false });
  if (chosen === undefined) throw choiceMissing(visit.node, job.skills);
  visit.context.emit({ type: "route", node: visit.path, choice: chosen, by: "model" });
  return chosen;
}
