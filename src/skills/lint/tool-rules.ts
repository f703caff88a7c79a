import { joinNames, nearestNames } from "../../base/names.ts";
import type { SopStep } from "../sop.ts";
import type { Finding } from "./finding.ts";
import { namedArguments } from "./named-arguments.ts";
import type { LintCheck, LintSubject } from "./lint-subject.ts";

/** What steps say of tools, against `allowed-tools` and, where they are known, the registered tools. */
export const toolRules: LintCheck = (subject) => [
  ...toolsOutsideLimit(subject),
  ...unknownTools(subject),
  ...unknownAllowedTools(subject),
  ...unknownArguments(subject),
];

/** A limit that names no tool of the form `namespace/name` was written for another host, whose tools are called otherwise. */
function toolsOutsideLimit(subject: LintSubject): Finding[] {
  const { tools } = subject;
  const { allowedTools } = subject.skill;
  const isOurs = allowedTools?.length === 0 || allowedTools?.some((entry) => entry.includes("/"));
  if (allowedTools === undefined || (tools === undefined && !isOurs)) return [];
  return usesOf(subject)
    .filter(({ tool }) => tools === undefined || tools.names.includes(tool) || tools.isExpected?.(tool) === true)
    .filter(({ step, tool }) => step.level !== "must-not" && !builtinTools.has(tool) && !isAllowed(allowedTools, tool))
    .map(({ step, tool }) => ({
      code: "SKILL_TOOL_NOT_ALLOWED",
      message: `Step ${step.id} uses \`${tool}\`, which "allowed-tools" does not allow; the call will be refused.`,
      where: subject.atWords(step.line, tool),
      fix: `Add ${tool} to "allowed-tools", or take it out of the step.`,
    }));
}

/** The names in an `sop` block are checked where the block is read. */
function unknownTools(subject: LintSubject): Finding[] {
  const { tools, skill } = subject;
  if (tools === undefined || skill.sop.source === "block") return [];
  const known = new Set([...tools.names, ...builtinTools]);
  return usesOf(subject)
    .filter(({ tool }) => !known.has(tool) && tools.isExpected?.(tool) !== true)
    .map(({ step, tool }) => ({
      code: "SKILL_TOOL_UNKNOWN",
      message: `Step ${step.id} names \`${tool}\`, but no tool of that name is registered.`,
      where: subject.atWords(step.line, tool),
      fix: suggestion(tool, known),
    }));
}

function unknownAllowedTools({ skill, tools, fields }: LintSubject): Finding[] {
  const field = fields.get("allowed-tools");
  if (tools === undefined || !field) return [];
  const known = new Set([...tools.names, ...builtinTools]);
  return (skill.allowedTools ?? [])
    .filter((entry) => ![...known].some((tool) => isAllowed([entry], tool)) && tools.isExpected?.(entry) !== true)
    .map((entry) => ({
      code: "SKILL_ALLOWED_TOOL_UNKNOWN",
      message: `"allowed-tools" names ${entry}, but no tool of that name is registered, so it allows nothing.`,
      where: field.where(),
      fix: suggestion(entry, known),
    }));
}

function unknownArguments(subject: LintSubject): Finding[] {
  const { tools, prose } = subject;
  if (tools === undefined) return [];
  return namedArguments(prose).flatMap(({ tool, name, offset }) => {
    const known = tools.argumentsOf(withoutVersion(tool));
    if (known === undefined || known.includes(name)) return [];
    const near = nearestNames(name, known, 1);
    return {
      code: "SKILL_TOOL_ARGUMENT",
      message: `\`${tool}\` has no argument "${name}"; it takes ${known.length === 0 ? "none" : joinNames(known)}.`,
      where: subject.atBody(offset),
      fix: near.length > 0 ? `Write "${near[0]}".` : "Use a name that the tool has.",
    };
  });
}

interface ToolUse {
  readonly step: SopStep;
  readonly tool: string;
}

/** Every tool that a step names, each once a line: a ban and its step share one. */
function usesOf({ skill }: LintSubject): ToolUse[] {
  const seen = new Set<string>();
  return skill.sop.steps.flatMap((step) => {
    return step.tools.map(withoutVersion).flatMap((tool) => {
      const key = `${step.line} ${tool} ${step.level === "must-not"}`;
      if (seen.has(key)) return [];
      seen.add(key);
      return { step, tool };
    });
  });
}

/** As the gateway reads a grant: exact names, `namespace/*`, or `*`. */
function isAllowed(allowed: readonly string[], tool: string): boolean {
  return allowed.some((entry) => {
    return entry === tool || entry === "*" || (entry.endsWith("/*") && tool.startsWith(entry.slice(0, -1)));
  });
}

function suggestion(tool: string, known: Iterable<string>): string {
  const near = nearestNames(tool, known);
  return near.length > 0
    ? `Did you mean ${joinNames(near, "or")}?`
    : "Register the tool, or name one that is registered.";
}

function withoutVersion(tool: string): string {
  return tool.replace(/@.*$/, "");
}

/** Tools that every run brings along. */
const builtinTools: ReadonlySet<string> = new Set([
  "node/finish",
  "user/ask",
  "skill/read",
  "sop/skip",
  "tool/search",
  "result/read",
]);
