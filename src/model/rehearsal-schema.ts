import { z } from "zod";
import type { Rehearsal } from "./rehearsal.ts";

const text = z.string({ error: "expected a text" });
const filledText = text.min(1, { error: "expected a text that is not empty" });
const texts = z
  .union([filledText, z.array(filledText)], { error: "expected a text or a list of texts" })
  .transform((value) => (typeof value === "string" ? [value] : value))
  .default([]);
const json = z.json();
const object = z.record(z.string(), json, { error: "expected a mapping" });
const tool = text.regex(/^\S+$/, { error: "expected the name of a tool, such as weather/get_current" });
const tools = z.array(tool, { error: "expected a list of tools" }).default([]);
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
      decide: z.enum(["approve", "reject"], { error: "expected approve or reject" }).exactOptional(),
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
  .transform(({ repeat, times, decide, ...rest }) => ({
    ...rest,
    line: 0,
    approved: decide !== "reject",
    times: toTimes(times, repeat),
  }));

const fault = z
  .strictObject(
    {
      error: filledText.exactOptional(),
      timeout: yes.exactOptional(),
      output: json.exactOptional(),
      pass: yes.exactOptional(),
      times: count.times,
      always: yes.exactOptional(),
    },
    { error: mapping("a fault") },
  )
  .refine((value) => ["error", "timeout", "output", "pass"].filter((key) => key in value).length === 1, {
    error: "expected exactly one of error, timeout, output and pass",
  })
  .refine((value) => !(value.times && value.always), { error: "expected times or always, not both" })
  .transform((value) => {
    const times = toTimes(value.times, value.always);
    if (value.error !== undefined) return { kind: "error" as const, message: value.error, times };
    if (value.output !== undefined) return { kind: "output" as const, output: value.output, times };
    return { kind: value.timeout ? ("timeout" as const) : ("pass" as const), times };
  });

const expectation = z.strictObject(
  {
    status: z
      .enum(["completed", "degraded", "failed", "cancelled", "waiting"], {
        error: "expected completed, degraded, failed, cancelled or waiting",
      })
      .exactOptional(),
    answer: texts,
    calls: tools,
    never: tools,
    state: object.default({}),
  },
  { error: mapping("expectations") },
);

/** The shape of a rehearsal file. Turns and decisions come out with `line: 0`; `parseRehearsal` knows the lines. */
export const rehearsalSchema: z.ZodType<Omit<Rehearsal, "file">> = z.strictObject(
  {
    workflow: text.regex(/^\S+$/, { error: "expected the name of a workflow" }),
    about: text.exactOptional(),
    input: z.union([filledText, object], { error: "expected a text or a mapping" }).exactOptional(),
    turns: z.array(turn, { error: "expected a list of turns" }).min(1, { error: "expected at least one turn" }),
    decisions: z.array(decision, { error: "expected a list of decisions" }).default([]),
    faults: z
      .record(z.string(), z.array(fault, { error: "expected a list of faults" }), {
        error: "expected tool names, each with a list of faults",
      })
      .default({}),
    expect: expectation.prefault({}),
  },
  { error: mapping("a rehearsal") },
);

/** Words a wrong type; an unknown key is worded by the reader of the issue, who knows the neighbouring keys. */
function mapping(what: string): (issue: { readonly code?: string }) => string | undefined {
  return (issue) => (issue.code === "invalid_type" ? `expected ${what}, as a mapping` : undefined);
}

function toList(value: unknown): unknown {
  return Array.isArray(value) || value === undefined ? value : [value];
}

function hasOneCount(value: { readonly times?: number; readonly repeat?: true }): boolean {
  return value.times === undefined || value.repeat === undefined;
}

function toTimes(times: number | undefined, forever: true | undefined): number {
  return forever ? Infinity : (times ?? 1);
}
