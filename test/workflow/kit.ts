import { z } from "zod";
import type { ChatModel, ModelCall, ModelMessage, ModelReply, ModelRequest } from "../../src/model/model.ts";
import { parseSkill } from "../../src/skills/parse-skill.ts";
import type { Skill } from "../../src/skills/skill.ts";
import type { SkillSource } from "../../src/workflow/run-context.ts";

/** What a scripted model answers: a text, calls, or both. */
export interface Answer {
  readonly text?: string;
  readonly calls?: readonly Partial<ModelCall>[];
}

/** A model that answers what a function of the request says, and counts how often it is asked. */
export interface ScriptedModel extends ChatModel {
  readonly requests: ModelRequest[];
}

export function scriptedModel(
  answer: (request: ModelRequest, asked: number) => Answer | Promise<Answer>,
): ScriptedModel {
  const requests: ModelRequest[] = [];
  return {
    name: "scripted",
    requests,
    async respond(request): Promise<ModelReply> {
      requests.push({ ...request, messages: [...request.messages] });
      const { text = "", calls = [] } = await answer(request, requests.length);
      const made = calls.map((call, index) => ({
        id: `c${requests.length}-${index}`,
        name: "none",
        arguments: {},
        ...call,
      }));
      return {
        text,
        calls: made,
        usage: { inputTokens: 10, outputTokens: 5 },
        finish: made.length > 0 ? "calls" : "stop",
        model: "scripted",
      };
    },
  };
}

/** The tool messages a request holds, oldest first. */
export function results(request: ModelRequest): readonly string[] {
  return request.messages.flatMap((message: ModelMessage) => (message.role === "tool" ? [message.text] : []));
}

/** A model that plays one list of answers for each node, in order, by the node's name in the prompt. */
export function modelByNode(script: Readonly<Record<string, readonly Answer[]>>): ScriptedModel {
  const next = new Map<string, number>();
  return scriptedModel((request) => {
    const node = /^Node: (.*)$/m.exec(request.messages[0]?.text ?? "")?.[1] ?? "";
    const index = next.get(node) ?? 0;
    next.set(node, index + 1);
    const answer = script[node]?.[index];
    if (!answer) throw new Error(`The script has no answer ${index + 1} for node "${node}".`);
    return answer;
  });
}

/** Skills from bodies, as a library would give them. */
export function skillsOf(
  bodies: Readonly<Record<string, string>>,
): SkillSource & { set(name: string, body: string): void } {
  const skills = new Map<string, Skill>();
  const set = (name: string, body: string): void => {
    const { skill } = parseSkill(`---\nname: ${name}\ndescription: Does ${name}.\n---\n${body}`, {
      file: `/skills/${name}/SKILL.md`,
    });
    skills.set(name, skill!);
  };
  for (const [name, body] of Object.entries(bodies)) set(name, body);
  return {
    set,
    list: () => [...skills.values()],
    get: async (name) => skills.get(name)!,
    resources: async () => [],
    readResource: async (_name, path) => ({ text: `text of ${path}`, path }),
  };
}

/** A promise that is settled from outside: what tests wait for instead of sleeping. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: () => resolve() };
}

/** A state schema with the keys that most tests need. */
export const TestState = z.object({
  request: z.string().default(""),
  log: z.array(z.string()).default([]),
  flag: z.boolean().optional(),
  answer: z.string().optional(),
});
export type TestStateValue = z.output<typeof TestState>;

/** Adds to a log that parallel branches share. */
export const appendLog = (before: string[], written: string[]): string[] => [...before, ...written];
