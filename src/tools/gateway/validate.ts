import { type Awaitable, isPromise } from "../../base/awaitable.ts";
import type { CheckedValue } from "../check-value.ts";
import { findGarbledPath } from "../garbled-paths.ts";
import { inputContractOf } from "../input-contract.ts";
import { isTooDeep, maxInputDepth } from "../is-too-deep.ts";
import type { InputIssue, ToolOutcome } from "../tool-outcome.ts";
import { callFacts } from "./call-facts.ts";
import { reasons } from "./reasons.ts";
import { repairCall } from "./repair-call.ts";
import type { Next, Stage, ToolCall } from "./stage.ts";

/**
 * Checks the arguments against the tool's contract, refuses unknown keys at every depth, and fills in defaults. What does
 * not pass is repaired where its meaning is clear, and checked once more.
 */
export const validate: Stage = (call, next) => {
  const { problem, input, repair, repairKind } = call.request;
  const words = reasons(call.scope.locale);
  if (problem !== undefined) return refuse(call, { code: "INPUT_UNREADABLE", reason: problem });
  if (isTooDeep(input)) return refuse(call, { code: "INPUT_INVALID", reason: words.inputTooDeep(maxInputDepth) });
  if (repair !== undefined) {
    if (repairKind === "guided" && call.tool!.effect !== "read")
      return refuse(call, { code: "INPUT_INVALID", reason: words.repairRefused(repair) });
    (call.notes ??= []).push(words.argumentsRepaired(repair));
  }
  const given = input === undefined || input === null || input === "" ? {} : input;
  const contract = inputContractOf(call.tool!);
  const garbled = contract.pathFields.length > 0 ? findGarbledPath(given, contract.pathFields) : undefined;
  if (garbled !== undefined) return refuse(call, { code: "INPUT_INVALID", reason: words.garbledPath(garbled) });
  call.given = given;
  const checked = contract.check(given, call.scope.locale);
  return isPromise(checked) ? checked.then((later) => goOn(call, next, later)) : goOn(call, next, checked);
};

function goOn(call: ToolCall, next: Next, checked: CheckedValue): Awaitable<ToolOutcome> {
  if (checked.valid) {
    call.input = checked.value;
    return next(call);
  }
  const again = repairCall(call, checked.faults);
  if (again === undefined) return refuseInput(call, checked.issues);
  const end = (repaired: CheckedValue): Awaitable<ToolOutcome> => {
    // What is told is what was sent, not what a repair made of it.
    if (!repaired.valid) return refuseInput(call, checked.issues);
    call.input = repaired.value;
    return next(call);
  };
  return isPromise(again) ? again.then(end) : end(again);
}

function refuseInput(call: ToolCall, issues: readonly InputIssue[]): ToolOutcome {
  const reason = reasons(call.scope.locale).inputInvalid(issues.length);
  return refuse(call, { code: "INPUT_INVALID", reason, issues });
}

interface Refusal {
  readonly code: "INPUT_INVALID" | "INPUT_UNREADABLE";
  readonly reason: string;
  readonly issues?: readonly InputIssue[];
}

function refuse(call: ToolCall, { code, reason, issues = [] }: Refusal): ToolOutcome {
  return { ...callFacts(call), status: "invalid", code, reason, issues };
}
