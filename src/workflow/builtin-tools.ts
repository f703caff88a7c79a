import { z } from "zod";
import { defineBuiltinTool } from "../tools/define-tool.ts";
import type { AnyTool } from "../tools/tool.ts";
import { toolError } from "../tools/tool-error.ts";
import type { SkillSource } from "./run-context.ts";
import { SKIP_TOOL, type SopGuard } from "./sop-guard.ts";
import type { ToolShelf } from "./tool-shelf.ts";

/** The name under which a node takes its result. */
export const FINISH_TOOL = "node/finish";

const finishTools = new WeakMap<z.ZodType, AnyTool>();

/** `node/finish`: the model hands in the node's result. One per output schema. */
export function finishTool(output: z.ZodType): AnyTool {
  const known = finishTools.get(output);
  if (known) return known;
  const tool = defineBuiltinTool({
    name: FINISH_TOOL,
    description:
      "Hand in the result when the work is done. Call it alone, once, and only after every step is done or skipped with a reason.",
    effect: "read",
    input: output instanceof z.ZodObject ? output : z.object({ value: output }),
    run: (input) => input,
  });
  finishTools.set(output, tool);
  return tool;
}

/** The name under which tools are searched that did not fit into the list. */
export const SEARCH_TOOL = "tool/search";

/** `tool/search`: tools that are not listed, by what they do. What is found can be called from the next turn on. */
export function searchTool(shelf: ToolShelf): AnyTool {
  return defineBuiltinTool({
    name: SEARCH_TOOL,
    description: `Search ${shelf.missing} more tools that are not listed here, by what they do. Those found can be called in your next turn.`,
    effect: "read",
    input: z.object({ query: z.string().min(1).describe("What the tool should do, in a few words.") }),
    run: async ({ query }) => {
      const found = await shelf.search(query);
      return { tools: found.map(({ name, description }) => ({ name, description })) };
    },
  });
}

/** The names in an answer of `tool/search`. */
export function foundNames(output: unknown): string[] {
  const { tools } = (output ?? {}) as { readonly tools?: readonly { readonly name: string }[] };
  return tools?.map(({ name }) => name) ?? [];
}

let ask: AnyTool | undefined;

/** `user/ask`: a question to the user, who may answer much later. */
export function askTool(): AnyTool {
  ask ??= defineBuiltinTool({
    name: "user/ask",
    description:
      "Ask the user one question when a fact is missing that no tool can give. The answer comes back as text.",
    effect: "read",
    asks: "question",
    input: z.object({ question: z.string().trim().min(1).describe("One question, in the user's language.") }),
    run: (_input, { answer }) => ({ answer: answer ?? "" }),
  });
  return ask;
}

/** `sop/skip`: the model accounts for a step that it does not do. */
export function skipTool(guard: SopGuard): AnyTool {
  return defineBuiltinTool({
    name: SKIP_TOOL,
    description:
      "Account for a step of the procedure that does not apply or cannot be done, with the reason. The reason stands in the report.",
    effect: "read",
    input: z.object({ step: z.string().min(1).describe("The step's number or id."), reason: z.string().trim().min(1) }),
    run: ({ step }) => {
      const verdict = guard.canSkip(step);
      if (!verdict.allowed) throw toolError({ code: "SKIP_REFUSED", message: verdict.reason, effect: "none" });
      return { skipped: step };
    },
  });
}

/** `skill/read`: a file of the loaded skill, on demand. */
export function readTool(skills: SkillSource, skill: string): AnyTool {
  return defineBuiltinTool({
    name: "skill/read",
    description: "Read one of the files that come with the skill, when a step refers to it.",
    effect: "read",
    input: z.object({ path: z.string().min(1).describe("Path of the file, relative to the skill.") }),
    run: async ({ path }) => (await skills.readResource(skill, path)).text,
  });
}
