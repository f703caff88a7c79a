import { z } from "zod";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import type { ConformanceRow, RunStore } from "../../src/store/run-store.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { toolError } from "../../src/tools/tool-error.ts";
import type { AnyTool } from "../../src/tools/tool.ts";
import type { RunEvent } from "../../src/trace/run-event.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import type { NodeRetry } from "../../src/workflow/node.ts";
import type { RunResult } from "../../src/workflow/run-result.ts";
import { createRunner, type Runner } from "../../src/workflow/runner.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import type { SopPolicy } from "../../src/workflow/sop-policy.ts";
import {
  type Answer,
  results,
  scriptedModel,
  type ScriptedModel,
  skillsOf,
  TestState,
  type TestStateValue,
} from "./kit.ts";

/** Tools that tell when they begin and end, in `ran`. `d/pay` waits for a person; `a/down` fails and `a/spare` does its work. */
export function sopTools(ran: string[] = []): readonly AnyTool[] {
  const input = z.object({ id: z.string().default("x") });
  const read = (name: string) =>
    defineTool({
      name,
      description: "Read.",
      effect: "read",
      input,
      run: async ({ id }) => {
        ran.push(`${name} begins`);
        await Promise.resolve();
        ran.push(`${name} ends`);
        return { id, storm: id === "storm" };
      },
    });
  const broken = (name: string, fallback: readonly string[] = []) =>
    defineTool({
      name,
      description: "Fails.",
      effect: "read",
      input,
      policy: { fallback },
      run: () => {
        throw toolError({ code: "DOWN", message: "the station is down", effect: "none" });
      },
    });
  const pay = defineTool({
    name: "d/pay",
    description: "Pay.",
    effect: "destructive",
    idempotency: "keyed",
    input,
    run: ({ id }) => {
      ran.push(`d/pay ${id}`);
      return { paid: id };
    },
  });
  return [
    read("a/one"),
    read("a/two"),
    read("a/three"),
    broken("a/broken"),
    broken("a/down", ["a/spare"]),
    read("a/spare"),
    pay,
  ];
}

/** A skill's body with an `sop` block. */
export function block(yaml: string): string {
  return `Do the work.\n\n\`\`\`sop\n${yaml.trim()}\n\`\`\`\n`;
}

/** A call for a script. */
export function call(name: string, id = "x"): NonNullable<Answer["calls"]>[number] {
  return { name, arguments: { id } };
}

/** A skip for a script. */
export function skip(step: string, reason = "no need"): NonNullable<Answer["calls"]>[number] {
  return { name: "sop/skip", arguments: { step, reason } };
}

/** One skill node over a script, with a fallback that says so. */
export interface SopStage {
  readonly runner: Runner<typeof TestState>;
  readonly model: ScriptedModel;
  readonly store: RunStore;
  readonly events: RunEvent[];
  readonly ran: string[];
  start(): Promise<RunResult<TestStateValue>>;
  /** How the newest run of the thread kept to its SOPs. */
  kept(): Promise<readonly ConformanceRow[]>;
}

/** What a stage is set up with. The script's answers are played in order; a function gives one, or throws. */
export interface SopSetUp {
  readonly body: string;
  readonly sop?: SopPolicy["mode"] | Partial<SopPolicy>;
  readonly script: readonly (Answer | (() => Answer))[];
  readonly retry?: NodeRetry;
  readonly store?: RunStore;
  readonly ran?: string[];
}

export function sopStage(given: SopSetUp): SopStage {
  const { store = createMemoryStore(), ran = [], sop } = given;
  const model = scriptedModel((_request, asked) => {
    const answer = given.script[asked - 1] ?? { text: "nothing more" };
    return typeof answer === "function" ? answer() : answer;
  });
  const workflow = defineWorkflow({
    name: "one",
    state: TestState,
    start: "work",
    tools: sopTools(ran),
    nodes: {
      work: skillNode({
        skill: "work",
        input: (state: TestStateValue) => state.request,
        ...(sop !== undefined && { sop }),
        ...(given.retry && { retry: given.retry }),
        save: (text) => ({ answer: text }),
      }),
      rescue: () => ({ answer: "rescued" }),
    },
    edges: { work: "end", rescue: "end" },
    fallbacks: { work: "rescue" },
  });
  const runner = createRunner({ workflow, skills: skillsOf({ work: given.body }), model, store });
  const events: RunEvent[] = [];
  return {
    runner,
    model,
    store,
    events,
    ran,
    start: () => runner.start({ request: "go" }, { thread: "t", onEvent: (event) => events.push(event) }),
    kept: async () => (await store.runs("t")).at(-1)?.conformance ?? [],
  };
}

/** Ids of what a run waits for. */
export function waitsFor(result: RunResult<TestStateValue>): readonly string[] {
  return result.status === "waiting" ? result.approvals.map(({ id }) => id) : [];
}

/** What the model was told by the last request: the newest tool messages and user text. */
export function toldLast(model: ScriptedModel): readonly string[] {
  const request = model.requests.at(-1)!;
  const last = request.messages.at(-1);
  return last?.role === "user" ? [last.text] : results(request).slice(-1);
}

/** The statuses of a report by step. */
export function statuses(row: ConformanceRow | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries((row?.steps ?? []).map(({ step, text, status }) => [step ?? text, status]));
}
