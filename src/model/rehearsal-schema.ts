import { z } from "zod";
import { expectationSchema } from "./expectation-schema.ts";
import { filledText, json, mapping, object, text, texts, tool } from "./rehearsal-values.ts";
import type { Rehearsal } from "./rehearsal.ts";
import { scriptedTools } from "./scripted-tool-schema.ts";

const yes = z.literal(true, { error: "expected true; leave the key out otherwise" });
const wholeNumber = { error: "expected a whole number from 1" };
const count = { times: z.int(wholeNumber).min(1, wholeNumber).exactOptional(), repeat: yes.exactOptional() };

const when = z.strictObject(
  {
    tool: tool.exactOptional(),
    contains: texts,
    status: z.enum(["ok", "failed"], { error: "expected ok or failed" }).exactOptional(),
    user: texts,
  },
  { error: mapping("a condition") },
);

const call = z
  .strictObject({ tool, with: object.default({}), raw: text.exactOptional() }, { error: mapping("a call") })
  .refine((value) => value.raw === undefined || Object.keys(value.with).length === 0, {
    error: "expected with or raw, not both",
  });

const turn = z
  .strictObject(
    {
      node: filledText.exactOptional(),
      skill: filledText.exactOptional(),
      when: when.exactOptional(),
      say: filledText.exactOptional(),
      call: z.preprocess(toList, z.array(call)).default([]),
      ...count,
    },
    { error: mapping("a turn") },
  )
  .refine((value) => value.say !== undefined || value.call.length > 0, {
    error: "expected say or call: a model answers with a text, calls or both",
  })
  .refine(hasOneCount, { error: "expected times or repeat, not both" })
  .transform(({ repeat, times, ...rest }) => ({ ...rest, line: 0, times: toTimes(times, repeat) }));

const decision = z
  .strictObject(
    {
      node: filledText.exactOptional(),
      tool: tool.exactOptional(),
      kind: z
        .enum(["approval", "confirmation", "question", "in-doubt"], {
          error: "expected approval, confirmation, question or in-doubt",
        })
        .exactOptional(),
      decide: z
        .enum(["approve", "reject", "happened", "not-happened", "again"], {
          error: "expected approve or reject; for a call in doubt happened, not-happened or again",
        })
        .exactOptional(),
      result: z.json().exactOptional(),
      answer: filledText.exactOptional(),
      by: filledText.default("rehearsal"),
      reason: filledText.exactOptional(),
      ...count,
    },
    { error: mapping("a decision") },
  )
  .refine((value) => value.decide !== undefined || value.answer !== undefined, {
    error: "expected decide: approve, decide: reject, or answer",
  })
  .refine(hasOneCount, { error: "expected times or repeat, not both" })
  .refine((value) => value.result === undefined || value.decide === "happened", {
    error: "expected decide: happened beside result",
  })
  .transform(({ repeat, times, decide, result, ...rest }) => ({
    ...rest,
    ...(decide !== undefined &&
      DOUBT.has(decide) && { answer: { outcome: decide, ...(result !== undefined && { result }) } }),
    line: 0,
    approved: decide !== "reject",
    times: toTimes(times, repeat),
  }));

/** What may have become of a call in doubt. */
const DOUBT: ReadonlySet<string> = new Set(["happened", "not-happened", "again"]);

const fault = z
  .strictObject(
    {
      error: filledText.exactOptional(),
      timeout: yes.exactOptional(),
      output: json.exactOptional(),
      slow: z.int(wholeNumber).min(1, wholeNumber).exactOptional(),
      pass: yes.exactOptional(),
      times: count.times,
      always: yes.exactOptional(),
    },
    { error: mapping("a fault") },
  )
  .refine((value) => ["error", "timeout", "output", "slow", "pass"].filter((key) => key in value).length === 1, {
    error: "expected exactly one of error, timeout, output, slow and pass",
  })
  .refine((value) => !(value.times && value.always), { error: "expected times or always, not both" })
  .transform((value) => {
    const times = toTimes(value.times, value.always);
    if (value.error !== undefined) return { kind: "error" as const, message: value.error, times };
    if (value.output !== undefined) return { kind: "output" as const, output: value.output, times };
    if (value.slow !== undefined) return { kind: "slow" as const, ms: value.slow, times };
    return { kind: value.timeout ? ("timeout" as const) : ("pass" as const), times };
  });

/** The shape of a rehearsal file. Turns and decisions come out with `line: 0`; `parseRehearsal` knows the lines. */
export const rehearsalSchema: z.ZodType<Omit<Rehearsal, "file">> = z.strictObject(
  {
    workflow: text.regex(/^\S+$/, { error: "expected the name of a workflow" }).exactOptional(),
    skill: text.regex(/^\S+$/, { error: "expected the name of a skill" }).exactOptional(),
    mode: z
      .enum(["off", "report", "guide", "enforce"], { error: "expected off, report, guide or enforce" })
      .exactOptional(),
    output: object.exactOptional(),
    tools: scriptedTools,
    about: text.exactOptional(),
    input: z.union([filledText, object], { error: "expected a text or a mapping" }).exactOptional(),
    turns: z.array(turn, { error: "expected a list of turns" }).min(1, { error: "expected at least one turn" }),
    decisions: z.array(decision, { error: "expected a list of decisions" }).default([]),
    faults: z
      .record(z.string(), z.array(fault, { error: "expected a list of faults" }), {
        error: "expected tool names, each with a list of faults",
      })
      .default({}),
    expect: expectationSchema.prefault({}),
  },
  { error: mapping("a rehearsal") },
);

function toList(value: unknown): unknown {
  return Array.isArray(value) || value === undefined ? value : [value];
}

function hasOneCount(value: { readonly times?: number; readonly repeat?: true }): boolean {
  return value.times === undefined || value.repeat === undefined;
}

function toTimes(times: number | undefined, forever: true | undefined): number {
  return forever ? Infinity : (times ?? 1);
}
