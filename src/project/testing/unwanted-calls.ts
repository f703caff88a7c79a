import type { JsonObject, JsonValue } from "../../base/json.ts";
import type { Skill } from "../../skills/skill.ts";
import type { SopArgument } from "../../skills/sop-argument.ts";
import { plainTool, stepRoles } from "../../skills/sop-roles.ts";
import { toInputSchema } from "../../tools/input-schema.ts";
import type { AnyTool } from "../../tools/tool.ts";
import { isGranted } from "../../tools/gateway/grants.ts";
import { sampleInput } from "./sample-input.ts";
import type { Trajectory } from "./trajectory.ts";

/** A call that a model must not make, and where a mutant makes it. */
export interface UnwantedCall {
  readonly node: string;
  readonly tool: string;
  readonly input: JsonObject;
  readonly why: string;
  /** `start`: before anything is known. `end`: before the node's last words. */
  readonly at: "start" | "end";
}

/** The skill that a node followed, and the tools that were there. */
export interface NodeSkill {
  readonly node: string;
  readonly skill: Skill;
  readonly tools: readonly AnyTool[];
}

/** The calls that a skill forbids, and one of a tool that has no place in it: destructive, if there is such a one. */
export function unwantedCalls({ node, skill, tools }: NodeSkill, trajectory: Trajectory): UnwantedCall[] {
  const seen = trajectory.calls.flatMap((call) => [call.input, outputOf(call.outcome)]);
  const sample = (tool: AnyTool, args: readonly SopArgument[] = []): JsonObject => ({
    ...sampleInput(toInputSchema(tool), seen),
    ...Object.fromEntries(args.map(({ name, equals }): [string, JsonValue] => [name, equals ?? null])),
  });
  const used = trajectory.calls.filter((call) => call.path === node).map((call) => call.tool);
  const outside = outsideTool(skill, tools, used);
  return [
    ...bansOf(skill).flatMap(({ tool: name, args, when, line }): UnwantedCall[] => {
      const tool = tools.find((known) => known.name === plainTool(name));
      if (!tool || args.some((argument) => argument.equals === undefined || argument.name.includes("."))) return [];
      const why = `forbidden on line ${line} of ${skill.name}`;
      return [{ node, tool: tool.name, input: sample(tool, args), why, at: when ? "start" : "end" }];
    }),
    ...(outside
      ? [{ node, tool: outside.name, input: sample(outside), why: `no tool of ${skill.name}`, at: "end" as const }]
      : []),
  ];
}

interface Ban {
  readonly tool: string;
  readonly args: readonly SopArgument[];
  readonly when: boolean;
  readonly line: number;
}

function bansOf({ sop }: Skill): Ban[] {
  const roles = stepRoles(sop);
  return [
    ...(sop.never ?? []).map(({ tool, args = [], when, line }) => ({ tool, args, when: when !== undefined, line })),
    ...sop.steps
      .filter((step) => roles[step.index] === "ban")
      .flatMap(({ tools, line }) => tools.map((tool) => ({ tool, args: [], when: false, line }))),
  ];
}

/** A tool that the skill neither lists nor names; the more harm it could do, the better it shows a missing limit. */
function outsideTool(
  { sop, allowedTools }: Skill,
  tools: readonly AnyTool[],
  used: readonly string[],
): AnyTool | undefined {
  const named = new Set([
    ...sop.steps.flatMap((step) => step.tools.map(plainTool)),
    ...(sop.never ?? []).map((ban) => plainTool(ban.tool)),
    ...used,
  ]);
  const limit = allowedTools === undefined ? [] : [{ allow: allowedTools, source: "", code: "NOT_IN_SKILL" as const }];
  const outside = tools.filter(
    (tool) => !named.has(tool.name) && (allowedTools === undefined || !isGranted(tool.name, limit)),
  );
  const harm = ["read", "write", "destructive"];
  return outside.toSorted((a, b) => harm.indexOf(b.effect) - harm.indexOf(a.effect))[0];
}

function outputOf(outcome: unknown): unknown {
  return (outcome as { readonly output?: unknown } | undefined)?.output;
}
