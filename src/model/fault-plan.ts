import { parse as parseYaml } from "yaml";
import { z } from "zod";
import { SopwithError } from "../base/errors.ts";

/** What one attempt of a tool meets. */
export type PlannedFault =
  /** It fails with this text, for certain before it did anything. */
  | { readonly kind: "fail"; readonly message: string; readonly times: number }
  /** It never answers, and ignores that it is told to stop. */
  | { readonly kind: "timeout"; readonly times: number }
  /** It answers something else than it promised. */
  | { readonly kind: "bad-shape"; readonly times: number }
  /** It answers after so many ms. */
  | { readonly kind: "slow"; readonly ms: number; readonly times: number }
  /** It answers so many characters. */
  | { readonly kind: "huge"; readonly characters: number; readonly times: number }
  /** It does its work, then fails. */
  | { readonly kind: "after-effect"; readonly times: number };

/** For each tool what its attempts meet, in order; after the last entry it works. */
export type FaultPlan = Readonly<Record<string, readonly PlannedFault[]>>;

const times = z.int().min(1).default(1);
const planned = z.union([
  z.enum(["timeout", "bad-shape", "after-effect"]).transform((kind): PlannedFault => ({ kind, times: 1 })),
  z
    .strictObject({ fail: z.string().min(1), times })
    .transform((entry): PlannedFault => ({ kind: "fail", message: entry.fail, times: entry.times })),
  z
    .strictObject({ slow: z.number().positive(), times })
    .transform((entry): PlannedFault => ({ kind: "slow", ms: entry.slow, times: entry.times })),
  z
    .strictObject({ huge: z.int().positive(), times })
    .transform((entry): PlannedFault => ({ kind: "huge", characters: entry.huge, times: entry.times })),
  z
    .strictObject({ fault: z.enum(["timeout", "bad-shape", "after-effect"]), times })
    .transform((entry): PlannedFault => ({ kind: entry.fault, times: entry.times })),
]);
const plan = z.strictObject({ tools: z.record(z.string(), z.array(planned)) });

/**
 * Reads a fault plan: YAML with `tools`, for each tool a list of `timeout`, `bad-shape`, `after-effect`,
 * `{ fail: text }`, `{ slow: ms }`, `{ huge: characters }`, `{ fault: name }`, each with `times` if it is to come again.
 *
 * @throws `FAULT_PLAN`
 */
export function parseFaultPlan(text: string, file: string): FaultPlan {
  try {
    const checked = plan.safeParse(parseYaml(text, { maxAliasCount: 10 }));
    if (checked.success) return checked.data.tools;
    throw faultPlanInvalid(
      file,
      checked.error.issues.map((issue) => `${issue.path.map(String).join(".") || "the plan"}: ${issue.message}`),
    );
  } catch (error) {
    if (error instanceof SopwithError) throw error;
    throw faultPlanInvalid(file, [error instanceof Error ? error.message : "not YAML"]);
  }
}

function faultPlanInvalid(file: string, details: readonly string[]): SopwithError {
  return new SopwithError({
    code: "FAULT_PLAN",
    message: `The fault plan ${file} cannot be used.`,
    where: { file },
    details,
    hint: "Write `tools:` with a list for each tool, such as `- fail: 503 Service Unavailable` or `- timeout`.",
  });
}
