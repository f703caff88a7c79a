import { z } from "zod";
import { toInputIssues } from "../input-issues.ts";
import { toStrictSchema } from "../strict-schema.ts";
import type { InputIssue, ToolOutcome } from "../tool-outcome.ts";
import type { AnyTool } from "../tool.ts";
import { callFacts } from "./call-facts.ts";
import { reasons } from "./reasons.ts";
import type { Next, Stage, ToolCall } from "./stage.ts";

/** Checks the arguments against the tool's schema, refuses unknown keys at every depth, and fills in defaults. */
export const validate: Stage = (call, next) => {
  const { problem, input } = call.request;
  if (problem !== undefined)
    return Promise.resolve(refuse(call, { code: "INPUT_UNREADABLE", reason: problem, issues: [] }));
  const schema = strictInputOf(call.tool!);
  const given = input === undefined || input === null || input === "" ? {} : input;
  try {
    return settle(call, next, z.core.safeParse(schema, given));
  } catch (error) {
    if (!(error instanceof z.core.$ZodAsyncError)) throw error;
    return z.core.safeParseAsync(schema, given).then((parsed) => settle(call, next, parsed));
  }
};

const strictInputs = new WeakMap<AnyTool, z.core.$ZodType>();

function strictInputOf(tool: AnyTool): z.core.$ZodType {
  let schema = strictInputs.get(tool);
  if (!schema) strictInputs.set(tool, (schema = toStrictSchema(tool.input)));
  return schema;
}

function settle(call: ToolCall, next: Next, parsed: z.core.util.SafeParseResult<unknown>): Promise<ToolOutcome> {
  if (parsed.success) {
    call.input = parsed.data;
    return next(call);
  }
  const issues = toInputIssues(parsed.error, { input: call.request.input, schema: call.tool!.input });
  return Promise.resolve(
    refuse(call, { code: "INPUT_INVALID", reason: reasons(call.scope.locale).inputInvalid(issues.length), issues }),
  );
}

interface Refusal {
  readonly code: "INPUT_INVALID" | "INPUT_UNREADABLE";
  readonly reason: string;
  readonly issues: readonly InputIssue[];
}

function refuse(call: ToolCall, refusal: Refusal): ToolOutcome {
  return { ...callFacts(call), status: "invalid", ...refusal };
}
