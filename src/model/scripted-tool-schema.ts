import { z } from "zod";
import { filledText, json, mapping, object, text, tool } from "./rehearsal-values.ts";
import type { ScriptedTool } from "./scripted-tool.ts";

const oneAnswer = "expected output or error: what the tool answers, or the text it fails with";

const answer = z
  .strictObject(
    { with: object.default({}), output: json.exactOptional(), error: filledText.exactOptional() },
    { error: mapping("an answer") },
  )
  .refine((value) => (value.output === undefined) !== (value.error === undefined), { error: oneAnswer });

const scriptedTool = z
  .strictObject(
    {
      description: text.exactOptional(),
      effect: z
        .enum(["read", "write", "destructive"], { error: "expected read, write or destructive" })
        .exactOptional(),
      input: object.exactOptional(),
      output: json.exactOptional(),
      answers: z
        .array(answer, { error: "expected a list of answers" })
        .min(1, { error: "expected at least one answer" })
        .exactOptional(),
    },
    { error: mapping("a tool") },
  )
  .refine((value) => (value.output === undefined) !== (value.answers === undefined), {
    error: "expected output, or answers where it depends on the arguments",
  })
  .transform(({ output, answers, ...facts }) => ({ ...facts, answers: answers ?? [{ with: {}, output: output! }] }));

/** The shape of `tools` in a test of a skill. `output: x` is short for one answer to any arguments. */
export const scriptedTools: z.ZodType<Readonly<Record<string, ScriptedTool>>> = z
  .record(tool, scriptedTool, { error: "expected tool names, each with its answers" })
  .default({});
