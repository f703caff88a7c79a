import type { Diagnostic } from "../base/errors.ts";
import { checkSopTools } from "../skills/check-sop-tools.ts";
import { parseProseSop } from "../skills/parse-prose-sop.ts";
import type { Skill } from "../skills/skill.ts";
import { plainTool } from "../skills/sop-roles.ts";
import { argumentNames } from "../tools/argument-names.ts";
import type { ToolRegistry } from "../tools/tool-registry.ts";
import type { SopPolicy } from "./sop-policy.ts";
import type { Visit } from "./visit.ts";
import { faultInShort, sopBroken } from "./workflow-errors.ts";

/**
 * The skill as a visit can hold calls against it. An `sop` block with mistakes, or with names of tools and arguments that
 * the workflow does not have, is of no use: the steps are then read from the text alone, and the trace is told.
 *
 * @throws `SOP_BROKEN` in `enforce`
 */
export function usableSkill(visit: Visit, skill: Skill, mode: SopPolicy["mode"]): Skill {
  if (mode === "off") return skill;
  const own = skill.diagnostics.filter((fault) => fault.severity === "error" && fault.code.startsWith("SOP_"));
  const faults = own.length > 0 ? own : toolFaults(skill, visit);
  if (faults.length === 0) return skill;
  if (mode === "enforce") throw sopBroken(skill.name, faults);
  const message = `The sop block of skill "${skill.name}" has mistakes, so the steps are read from its text alone: ${faultInShort(faults)}`;
  visit.context.emit({ type: "notice", node: visit.path, level: "warning", message });
  return { ...skill, sop: own.length > 0 ? skill.sop : parseProseSop(skill.body, skill.bodyLine) };
}

function toolFaults({ sop, location }: Skill, { context }: Visit): readonly Diagnostic[] {
  if (sop.source !== "block") return [];
  const { tools } = context.parts;
  const known = {
    names: namesIn(tools, sop, context.thread),
    // A source that is not there must not undo the rules for the tools that are.
    isExpected: (name: string) => tools.expected(name) !== undefined,
    argumentsOf: (name: string) => argumentsOf(tools, name),
  };
  return checkSopTools(sop, known, (place) => ({ file: location, ...place }));
}

/** The names of the block that somebody answers, and all others where one is missing: what was meant is among them. */
function namesIn(tools: ToolRegistry, sop: Skill["sop"], thread: string): readonly string[] {
  const named = [...sop.steps.flatMap((step) => step.tools), ...(sop.never ?? []).map((ban) => ban.tool)];
  const answered = [...new Set(named.map(plainTool))].filter((name) => tools.resolve(name, thread) !== undefined);
  const others = answered.length < new Set(named.map(plainTool)).size ? tools.list().map((tool) => tool.name) : [];
  return [...new Set([...answered, ...others])];
}

function argumentsOf(tools: ToolRegistry, name: string): readonly string[] | undefined {
  const tool = tools.resolve(name);
  return tool && argumentNames(tool);
}
