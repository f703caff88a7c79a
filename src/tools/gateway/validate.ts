import { isPromise } from "../../base/awaitable.ts";
import { type CheckedValue, checkValue } from "../check-value.ts";
import { isTooDeep, maxInputDepth } from "../is-too-deep.ts";
import { strictInputOf } from "../strict-input.ts";
import type { InputIssue, ToolOutcome } from "../tool-outcome.ts";
import { callFacts } from "./call-facts.ts";
import { reasons } from "./reasons.ts";
import type { Next, Stage, ToolCall } from "./stage.ts";

/** Checks the arguments against the tool's schema, refuses unknown keys at every depth, and fills in defaults. */
export const validate: Stage = (call, next) => {
  const { problem, input } = call.request;
  if (problem !== undefined) return refuse(call, { code: "INPUT_UNREADABLE", reason: problem, issues: [] });
  if (isTooDeep(input)) {
    const reason = reasons(call.scope.locale).inputTooDeep(maxInputDepth);
    return refuse(call, { code: "INPUT_INVALID", reason, issues: [] });
  }
  const given = input === undefined || input === null || input === "" ? {} : input;
  const checked = checkValue(given, { schema: strictInputOf(call.tool!), locale: call.scope.locale });
  return isPromise(checked) ? checked.then((later) => goOn(call, next, later)) : goOn(call, next, checked);
};

function goOn(call: ToolCall, next: Next, checked: CheckedValue): Promise<ToolOutcome> {
  if (checked.valid) {
    call.input = checked.value;
    return next(call);
  }
  const { issues } = checked;
  return refuse(call, {
    code: "INPUT_INVALID",
    reason: reasons(call.scope.locale).inputInvalid(issues.length),
    issues,
  });
}

interface Refusal {
  readonly code: "INPUT_INVALID" | "INPUT_UNREADABLE";
  readonly reason: string;
  readonly issues: readonly InputIssue[];
}

function refuse(call: ToolCall, refusal: Refusal): Promise<ToolOutcome> {
  return Promise.resolve({ ...callFacts(call), status: "invalid", ...refusal });
}
