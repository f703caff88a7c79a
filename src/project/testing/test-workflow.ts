import { z } from "zod";
import { messageOf } from "../../base/errors.ts";
import { canonicalJson } from "../../base/json.ts";
import type { Rehearsal } from "../../model/rehearsal.ts";
import type { AnyTool } from "../../tools/tool.ts";
import { defineWorkflow } from "../../workflow/define-workflow.ts";
import { skillNode } from "../../workflow/skill-node.ts";
import type { Workflow } from "../../workflow/workflow.ts";
import { testOutputInvalid } from "../project-errors.ts";

/** The name of the one node in which a skill is tested. */
const NODE = "skill";

const State = z.object({ input: z.unknown(), result: z.unknown().optional(), answer: z.string().default("") });

type TestState = z.output<typeof State>;

/**
 * The workflow in which a skill is tested alone. Its state has the `input`, the skill's `result`, and the result as the
 * text `answer`.
 *
 * @throws `SKILL_TEST_OUTPUT` when `output` is no JSON Schema that can be used
 */
export function testWorkflow(skill: string, test: Rehearsal, tools: readonly AnyTool[]): Workflow {
  const output = outputOf(test);
  const node = skillNode<TestState, z.ZodType | undefined>({
    skill,
    input: (state) => state.input,
    save: (result) => ({ result, answer: typeof result === "string" ? result : canonicalJson(result) }),
    ...(output && { output }),
    ...(test.mode && { sop: test.mode }),
  });
  return defineWorkflow({
    name: `test-${skill.replaceAll(/[^A-Za-z0-9_-]/g, "-")}`,
    description: `The skill ${skill}, alone.`,
    state: State,
    start: NODE,
    tools,
    nodes: { [NODE]: node },
    edges: { [NODE]: "end" },
    fromText: (text) => ({ input: text }),
  });
}

/** A test that hands in a result and says nothing of its form takes any. */
function outputOf({ output, turns, file }: Rehearsal): z.ZodType | undefined {
  if (output === undefined) {
    const finishes = turns.some((turn) => turn.call.some((call) => call.tool === "node/finish"));
    return finishes ? z.looseObject({}) : undefined;
  }
  try {
    return z.fromJSONSchema(output);
  } catch (error) {
    throw testOutputInvalid(file, messageOf(error));
  }
}
