import { z } from "zod";
import { filledText, mapping, object, texts, tools } from "./rehearsal-values.ts";
import type { RehearsalExpectation } from "./rehearsal.ts";

const stepStatus = z.enum(
  [
    "done",
    "skipped",
    "failed",
    "degraded",
    "missing",
    "out-of-order",
    "forbidden",
    "kept",
    "not-due",
    "not-taken",
    "not-checkable",
  ],
  { error: "expected what becomes of a step: done, skipped, failed, degraded, missing, out-of-order, not-due, ..." },
);

const sop = z.strictObject(
  {
    conforms: z.boolean({ error: "expected true or false" }).exactOptional(),
    steps: z
      .record(filledText, stepStatus, { error: "expected ids of steps, each with what becomes of it" })
      .default({}),
  },
  { error: mapping("conforms and steps") },
);

/** The shape of `expect` in a rehearsal. */
export const expectationSchema: z.ZodType<RehearsalExpectation> = z.strictObject(
  {
    status: z
      .enum(["completed", "degraded", "failed", "cancelled", "waiting"], {
        error: "expected completed, degraded, failed, cancelled or waiting",
      })
      .exactOptional(),
    answer: texts,
    calls: tools,
    never: tools,
    refused: tools,
    sop: sop.prefault({}),
    state: object.default({}),
  },
  { error: mapping("expectations") },
);
