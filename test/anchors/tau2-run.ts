import { z } from "zod";
import type { JsonObject } from "../../src/base/json.ts";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import type { ConformanceRow } from "../../src/store/run-store.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import type { AnyTool } from "../../src/tools/tool.ts";
import { toolError } from "../../src/tools/tool-error.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { scriptedModel, skillsOf } from "../workflow/kit.ts";
import type { DeskCall } from "./tau2-desk.ts";

/** The other side of the tools: what a call answers, or a text that says why it failed. It keeps its own state. */
export type AnswerCall = (call: DeskCall) => JsonObject | string;

/** What a run came to. */
export interface PlayedRun {
  /** `completed`, `failed` where the steps were not kept. */
  readonly status: string;
  /** The calls that reached the other side, in order. */
  readonly ran: readonly DeskCall[];
  readonly report: ConformanceRow;
}

/** What is played: a skill's body over some tools, and the calls that a scripted model makes, one in a turn. */
export interface PlayedParts {
  readonly body: string;
  readonly tools: readonly string[];
  readonly calls: readonly DeskCall[];
  readonly answer: AnswerCall;
}

/** Plays calls through a real runner, in `enforce`, with a model that is stubborn: told what is missing it says the same again. */
export async function playRun({ body, tools, calls, answer }: PlayedParts): Promise<PlayedRun> {
  const ran: DeskCall[] = [];
  const model = scriptedModel((_request, asked) => {
    const call = calls[asked - 1];
    return call ? { calls: [{ name: call.tool, arguments: call.input }] } : { text: "done" };
  });
  const workflow = defineWorkflow({
    name: "desk",
    state: z.object({ answer: z.string().optional() }),
    start: "desk",
    tools: tools.map((name) => toTool(name, ran, answer)),
    nodes: {
      desk: skillNode({
        skill: "desk",
        input: () => "the user's wishes",
        sop: { mode: "enforce", maxNudges: 0 },
        limits: { maxTurns: 100 },
        save: (text) => ({ answer: text }),
      }),
    },
    edges: { desk: "end" },
  });
  const store = createMemoryStore();
  const runner = createRunner({ workflow, skills: skillsOf({ desk: body }), model, store });
  const result = await runner.start({}, { thread: "t" });
  const [row] = await store.runs("t");
  return { status: result.status, ran, report: row!.conformance![0]! };
}

function toTool(name: string, ran: DeskCall[], answer: AnswerCall): AnyTool {
  return defineTool({
    name,
    description: "Works on the desk's data.",
    ...(reads.test(name) ? { effect: "read" } : { effect: "write", idempotency: "keyed" }),
    input: z.looseObject({}),
    run: (input) => {
      const call = { tool: name, input: input as JsonObject };
      const answered = answer(call);
      if (typeof answered === "string")
        throw toolError({ code: "DESK_REFUSED", message: answered, effect: "none", retryable: false });
      ran.push(call);
      return answered;
    },
  });
}

const reads = /\/(?:get|find|list|calculate|confirm|take)/;
