import { z } from "zod";
import type { ChatModel } from "../../src/model/model.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { runInChild, runInThread } from "../../src/tools/isolation/run-isolated.ts";
import { toolError } from "../../src/tools/tool-error.ts";
import { createToolRegistry, type ToolRegistry } from "../../src/tools/tool-registry.ts";
import type { AnyTool, Tool } from "../../src/tools/tool.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { toolNode } from "../../src/workflow/tool-node.ts";
import type { Workflow } from "../../src/workflow/workflow.ts";
import { workflowNode } from "../../src/workflow/workflow-node.ts";
import { results, scriptedModel, skillsOf, TestState, type TestStateValue } from "../workflow/kit.ts";

/** The tool `data/act`, and the arguments it is called with. */
export interface Scene {
  readonly tool: AnyTool;
  readonly input: object;
}

/** A way from a run to the handler: the parts of a runner that makes one call. */
export interface Route {
  readonly workflow: Workflow<typeof TestState>;
  readonly model: ChatModel;
  readonly tools?: ToolRegistry;
}

/** A model that makes one call in each conversation. */
export function calling(name: string, input: object): ChatModel {
  return scriptedModel((request) =>
    results(request).length === 0 ? { calls: [{ name, arguments: input as never }] } : { text: "done" },
  );
}

/** A node that makes the call itself. */
export const direct = ({ tool, input }: Scene) =>
  toolNode({
    tool: tool as Tool<object>,
    input: () => input,
    save: (): Partial<TestStateValue> => ({ answer: "done" }),
  });

/** A node whose model makes the call. */
export const bySkill = skillNode({ skill: "act", input: () => "go", save: (answer) => ({ answer }) });

/** The skill of that node. */
export const actSkill = skillsOf({ act: "Act." });

/** A workflow of one node, `act`. */
export function workflowOf(tools: readonly AnyTool[], node: ReturnType<typeof direct>): Workflow<typeof TestState> {
  return defineWorkflow({
    name: "act",
    state: TestState,
    start: "act",
    tools,
    nodes: { act: node },
    edges: { act: "end" },
  });
}

const module = new URL("./echo-work.ts", import.meta.url);
const apart = { thread: runInThread<object, object>({ module }), child: runInChild<object, object>({ module }) };

/** The handler's work, done apart from the process first. */
function isolated({ tool, input }: Scene, where: keyof typeof apart): Route {
  const run = async (given: never, context: never): Promise<unknown> =>
    tool.run(await apart[where](given, context), context);
  return { workflow: workflowOf([{ ...tool, run }], bySkill), model: calling("data/act", input) };
}

function named(scene: Scene, name: string, tools?: ToolRegistry): Route {
  const own = tools ? { tools } : {};
  return { workflow: workflowOf(tools ? [] : [scene.tool], bySkill), model: calling(name, scene.input), ...own };
}

function wrongVersion(tool: AnyTool, version: number): AnyTool {
  const run = (): never => {
    throw new Error(`Version ${version} was called.`);
  };
  return { ...tool, version, run };
}

/** Every way on which a run comes to the handler. */
export const routes: Readonly<Record<string, (scene: Scene) => Route>> = {
  "a skill node in a run": (scene) => named(scene, "data/act"),
  "a tool node in a run": (scene) => ({ ...named(scene, "none"), workflow: workflowOf([scene.tool], direct(scene)) }),
  "a workflow inside another": (scene) => {
    const inner = workflowOf([scene.tool], direct(scene));
    const node = workflowNode({ workflow: inner, input: () => ({}), save: () => ({ answer: "done" }) });
    return { ...named(scene, "none"), workflow: workflowOf([], node) };
  },
  "a fallback of another tool": (scene) => {
    const first = defineTool({
      name: "data/first",
      description: "d",
      effect: "read",
      input: z.object({}),
      policy: { fallback: [{ tool: "data/act", map: () => scene.input as never }] },
      run: () => {
        throw toolError({ code: "DOWN", message: "down", effect: "none" });
      },
    });
    return { workflow: workflowOf([scene.tool, first], bySkill), model: calling("data/first", {}) };
  },
  "an old name": ({ tool, input }) =>
    named({ tool: { ...tool, aliases: [{ name: "data/old_act" }] }, input }, "data/old_act"),
  "a name in capitals": (scene) => named(scene, "DATA//ACT"),
  "a route from another name": (scene) =>
    named(
      scene,
      "data/act_now",
      createToolRegistry({ tools: [scene.tool], routes: [{ match: "data/act_*", to: "data/act" }] }),
    ),
  "a canary version": (scene) => {
    const tools = [scene.tool, wrongVersion(scene.tool, 2), wrongVersion(scene.tool, 3)];
    const canary = { version: 1, share: 1 };
    return named(scene, "data/act", createToolRegistry({ tools, routes: [{ match: "data/act", version: 2, canary }] }));
  },
  "work in a thread of its own": (scene) => isolated(scene, "thread"),
  "work in a process of its own": (scene) => isolated(scene, "child"),
};
