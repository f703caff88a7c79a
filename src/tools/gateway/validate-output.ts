import { z } from "zod";
import { toInputIssues } from "../input-issues.ts";
import { toPlainJson } from "../plain-json.ts";
import type { ToolOutcome } from "../tool-outcome.ts";
import { callFacts } from "./call-facts.ts";
import { reasons } from "./reasons.ts";
import type { Stage, ToolCall } from "./stage.ts";

/**
 * Checks what the tool gave against its `output` schema and makes plain JSON of it; the last stage.
 *
 * A read that breaks its promise has failed: nothing was changed, and a fallback may answer. A write that breaks it
 * *has happened*: `failed` would start a fallback and `in_doubt` would send a person to look for an effect that is
 * certain. So it is `ok`, with the answer as it came and `outputProblem` to say that its form cannot be relied on.
 */
export const validateOutput: Stage = (call) => {
  const schema = call.tool!.output;
  if (schema === undefined) return Promise.resolve(succeed(call, call.output));
  try {
    return Promise.resolve(settle(call, z.core.safeParse(schema, call.output)));
  } catch (error) {
    if (!(error instanceof z.core.$ZodAsyncError)) throw error;
    return z.core.safeParseAsync(schema, call.output).then((parsed) => settle(call, parsed));
  }
};

function settle(call: ToolCall, parsed: z.core.util.SafeParseResult<unknown>): ToolOutcome {
  if (parsed.success) return succeed(call, parsed.data);
  const tool = call.tool!;
  const issues = toInputIssues(parsed.error, { input: call.output, schema: tool.output! });
  const reason = reasons(call.scope.locale).outputInvalid(issues);
  if (tool.effect === "read") return { ...callFacts(call), status: "failed", code: "OUTPUT_INVALID", reason };
  return { ...callFacts(call), status: "ok", output: toPlainJson(call.output), outputProblem: reason };
}

function succeed(call: ToolCall, output: unknown): ToolOutcome {
  const facts = callFacts(call) as { -readonly [Key in keyof ToolOutcome]: ToolOutcome[Key] };
  return Object.assign(facts, { status: "ok", output: toPlainJson(output) } as const);
}
