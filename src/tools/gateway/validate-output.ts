import { isPromise } from "../../base/awaitable.ts";
import { type CheckedValue, checkValue } from "../check-value.ts";
import { isLargerThan } from "../is-larger-than.ts";
import { checkJson } from "../json-schema/check-json.ts";
import { openSchema } from "../json-schema/prepare-schema.ts";
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
  const { output: schema, outputSchema, policy } = call.tool!;
  if (isLargerThan(call.output, policy.maxOutputLength)) return refuseSize(call);
  if (schema === undefined && outputSchema === undefined) return succeed(call, call.output);
  const { locale } = call.scope;
  const checked = schema
    ? checkValue(call.output, { schema, locale })
    : checkJson(toPlainJson(call.output), { schema: openSchema(outputSchema!), locale });
  return isPromise(checked) ? checked.then((later) => settle(call, later)) : settle(call, checked);
};

/** A value that is too large is neither checked nor kept: walking it could take longer than the call. */
function refuseSize(call: ToolCall): ToolOutcome {
  const { effect, policy } = call.tool!;
  const reason = reasons(call.scope.locale).outputTooLarge(policy.maxOutputLength);
  if (effect === "read") return { ...callFacts(call), status: "failed", code: "OUTPUT_TOO_LARGE", reason };
  const output = typeof call.output === "string" ? call.output.slice(0, policy.maxOutputLength) : null;
  return { ...callFacts(call), status: "ok", output, outputProblem: reason };
}

function settle(call: ToolCall, checked: CheckedValue): ToolOutcome {
  if (checked.valid) return succeed(call, checked.value);
  const reason = reasons(call.scope.locale).outputInvalid(checked.issues);
  if (call.tool!.effect === "read") return { ...callFacts(call), status: "failed", code: "OUTPUT_INVALID", reason };
  return { ...callFacts(call), status: "ok", output: toPlainJson(call.output), outputProblem: reason };
}

function succeed(call: ToolCall, output: unknown): ToolOutcome {
  return { ...callFacts(call), status: "ok", output: toPlainJson(output) };
}
