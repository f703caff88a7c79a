import type { z } from "zod";
import type { JsonValue } from "../base/json.ts";
import type { ModelMessage } from "../model/model.ts";
import { skillPrompt } from "../model/prompt.ts";
import { askTool, finishTool, readTool } from "./builtin-tools.ts";
import { choose } from "./choose.ts";
import { loadSkill } from "./load-skill.ts";
import { loopText } from "./loop-text.ts";
import type { NodeLimits } from "./node-limits.ts";
import { nodeScope } from "./node-scope.ts";
import { inputText } from "./run-context.ts";
import { toolList } from "./tool-list.ts";
import { runTurns } from "./run-turns.ts";
import type { SkillDone } from "./turn-loop.ts";
import { openVisitJournal } from "./visit-journal.ts";
import type { Visit } from "./visit.ts";
import { choiceMissing } from "./workflow-errors.ts";

/** What a node wants done with a skill. */
export interface SkillJob {
  /** One skill, or several of which the model picks one. */
  readonly skills: readonly string[];
  readonly input: JsonValue | undefined;
  readonly instruction: string | undefined;
  readonly output: z.ZodType | undefined;
  readonly tools: readonly string[] | undefined;
  readonly limits: NodeLimits;
}

/** Lets the model follow a skill until it has a result. */
export async function runSkill(visit: Visit, job: SkillJob): Promise<SkillDone> {
  const { context } = visit;
  const skill = await loadSkill(visit, await pickSkill(visit, job));
  const resources = await context.parts.skills.resources(skill.name);
  const builtins = [
    askTool(),
    ...(job.output ? [finishTool(job.output)] : []),
    ...(resources.length > 0 ? [readTool(context.parts.skills, skill.name)] : []),
  ];
  const journal = await openVisitJournal(context.parts.store, visit);
  const scope = nodeScope(visit, { journal, tools: job.tools, skill, builtins });
  const system = skillPrompt({
    node: visit.path,
    ...(job.instruction !== undefined && { instruction: job.instruction }),
    skill: { name: skill.name, body: skill.body },
    resources,
    guidance: loopText(context.locale).guidance(job.output !== undefined),
    locale: context.locale,
  });
  const messages: ModelMessage[] = [{ role: "system", text: system }];
  for (const earlier of context.conversation) {
    messages.push({ role: "user", text: earlier.text }, { role: "assistant", text: earlier.answer, calls: [] });
  }
  messages.push({ role: "user", text: inputText(job.input) });
  return runTurns({
    visit,
    journal,
    scope,
    messages,
    tools: toolList(context.parts.tools, scope),
    output: job.output,
    limits: job.limits,
  });
}

async function pickSkill(visit: Visit, job: SkillJob): Promise<string> {
  const [only] = job.skills;
  if (job.skills.length === 1 && only !== undefined) return only;
  const chosen = await choose(visit, { names: job.skills, descriptions: undefined, input: job.input, unsure: false });
  if (chosen === undefined) throw choiceMissing(visit.node, job.skills);
  visit.context.emit({ type: "route", node: visit.path, choice: chosen, by: "model" });
  return chosen;
}
