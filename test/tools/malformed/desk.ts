import { z } from "zod";
import { createChatModel } from "../../../src/model/chat-model.ts";
import { createMemoryStore } from "../../../src/store/memory-store.ts";
import type { RunStore } from "../../../src/store/run-store.ts";
import { defineTool } from "../../../src/tools/define-tool.ts";
import type { AnyTool } from "../../../src/tools/tool.ts";
import type { ApprovalView } from "../../../src/trace/run-event.ts";
import { defineWorkflow } from "../../../src/workflow/define-workflow.ts";
import type { RunResult } from "../../../src/workflow/run-result.ts";
import { createRunner, type Runner } from "../../../src/workflow/runner.ts";
import { skillNode } from "../../../src/workflow/skill-node.ts";
import {
  type Answer,
  completion,
  type ScriptedServer,
  type SeenRequest,
  startServer,
  toolCalls,
} from "../../model/scripted-server.ts";
import { skillsOf, TestState, type TestStateValue } from "../../workflow/kit.ts";

/** One skill node behind a real model server. */
export interface Desk {
  readonly runner: Runner<typeof TestState>;
  readonly server: ScriptedServer;
  readonly store: RunStore;
}

/** A desk whose server gives these answers. */
export async function desk(
  tools: readonly AnyTool[],
  answers: readonly Answer[],
  { allowed }: { readonly allowed?: string[] } = {},
): Promise<Desk> {
  const server = await startServer(...answers);
  const workflow = defineWorkflow({
    name: "one",
    state: TestState,
    start: "work",
    tools,
    nodes: {
      work: skillNode({
        skill: "work",
        ...(allowed && { tools: allowed }),
        input: (state: TestStateValue) => state.request,
        save: (text) => ({ answer: text }),
      }),
    },
    edges: { work: "end" },
  });
  const store = createMemoryStore();
  const model = createChatModel({ models: ["m"], baseURL: server.baseURL, backoffMs: 1 });
  const runner = createRunner({ workflow, skills: skillsOf({ work: "Work." }), model, store });
  return { runner, server, store };
}

/** The answer that ends the run. */
export const done: Answer = completion({ content: "done" });

/** One answer with these calls: a name as it is sent, arguments as JSON or as a text, and an id. */
export function turn(...calls: readonly (readonly [name: string, given: unknown, id?: string])[]): Answer {
  return completion(
    toolCalls(
      ...calls.map(([name, given, id]) => ({
        ...(id !== undefined && { id }),
        name,
        arguments: typeof given === "string" ? given : JSON.stringify(given),
      })),
    ),
  );
}

/** What a waiting run asks first. */
export function asked(result: RunResult<unknown>): ApprovalView {
  if (result.status !== "waiting") throw new Error(`The run is ${result.status}.`);
  return result.approvals[0];
}

interface WireMessage {
  readonly role: string;
  readonly content: string;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly arguments: string } }[];
}

/** The messages of a request, as they were sent. */
export function messages({ body }: SeenRequest): readonly WireMessage[] {
  return body["messages"] as WireMessage[];
}

/** What the model was told of its calls. */
export function told(request: SeenRequest): string[] {
  return messages(request).flatMap(({ role, content }) => (role === "tool" ? [content] : []));
}

/** A read with one optional number. */
export function readTool(
  name: string,
  run: (input: { n?: number | undefined }) => unknown,
  more: object = {},
): AnyTool {
  const input = z.object({ n: z.int().optional() });
  return defineTool({ name, description: "d", effect: "read", input, run, ...more });
}
