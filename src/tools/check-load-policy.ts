import { z } from "zod";
import { previewJson } from "../base/json.ts";

const whole = z.int({ error: "expected a whole number from 1" }).min(1, { error: "expected a whole number from 1" });
const ms = z
  .number({ error: "expected a number of ms above 0" })
  .positive({ error: "expected a number of ms above 0" });
const share = z
  .number({ error: "expected a share above 0, at most 1" })
  .gt(0, { error: "expected a share above 0, at most 1" })
  .max(1, { error: "expected a share above 0, at most 1" });
const rate = z.strictObject({ calls: whole, perMs: ms });
const text = z.string().min(1);

const schema = z.object({
  concurrency: z
    .strictObject({
      maxConcurrency: whole,
      overflow: z.enum(["queue", "reject"]).optional(),
      order: z.enum(["fifo", "fair"]).optional(),
      maxQueue: z.int({ error: "expected a whole number from 0" }).min(0).optional(),
    })
    .optional(),
  rate: z.strictObject({ tool: rate.optional(), user: rate.optional() }).optional(),
  breaker: z
    .strictObject(
      {
        errorRate: share.optional(),
        minCalls: whole.optional(),
        windowMs: ms.optional(),
        openMs: ms.optional(),
        maxLate: whole.optional(),
      },
      { error: (issue) => (issue.code === "unrecognized_keys" ? undefined : "expected an object, or false for none") },
    )
    .optional(),
  maxOutputLength: whole.optional(),
  priority: z.enum(["low", "normal", "high"]).optional(),
  whenUnavailable: z.union([text, z.strictObject({ en: text, zh: text })]).optional(),
});

/** The mistakes in the load part of a policy: what is wrong, and what to do. */
export function loadPolicyFaults(policy: object): { readonly message: string; readonly fix: string }[] {
  const checked = schema.safeParse(
    "breaker" in policy && policy.breaker === false ? { ...policy, breaker: {} } : policy,
  );
  if (checked.success) return [];
  return checked.error.issues.map((issue) => {
    const path = issue.path.map(String);
    const seen = path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], policy);
    return {
      message: `\`${["policy", ...path].join(".")}\` is ${typeof seen === "number" ? String(seen) : previewJson(seen)}.`,
      fix: `${issue.message[0]?.toUpperCase() ?? ""}${issue.message.slice(1)}.`,
    };
  });
}
