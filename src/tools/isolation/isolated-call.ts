import type { ToolContext } from "../tool.ts";
import { isToolError, toolError } from "../tool-error.ts";

/** What goes to the other side: a tool's arguments, and of its context what can be copied. */
export interface IsolatedCall {
  readonly input: unknown;
  readonly context: Omit<ToolContext, "signal">;
}

/** What comes back. */
export type IsolatedAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string; readonly code?: string; readonly facts?: object };

/** The call as it is sent. */
export function toIsolatedCall(input: unknown, context: ToolContext): IsolatedCall {
  const { callId, idempotencyKey, attempt, caller, locale, answer } = context;
  return {
    input,
    context: { callId, idempotencyKey, attempt, caller, locale, ...(answer !== undefined && { answer }) },
  };
}

/** What was thrown on the other side, as it is sent. Its stack stays there. Never throws. */
export function toAnswerOfThrown(thrown: unknown): IsolatedAnswer {
  if (isToolError(thrown)) return { ok: false, message: thrown.message, code: thrown.code, facts: { ...thrown.data } };
  try {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    const code = (thrown as { readonly code?: unknown } | null)?.code;
    return { ok: false, message, ...(typeof code === "string" && { code }) };
  } catch {
    // A proxy or a getter that throws when it is looked at.
    return { ok: false, message: "The tool failed without a message." };
  }
}

/** The answer's value. @throws what was thrown on the other side */
export function readAnswer(answer: IsolatedAnswer): unknown {
  if (answer.ok) return answer.value;
  const { message, code = "TOOL_FAILED", facts } = answer;
  if (facts) throw toolError({ ...facts, code, message });
  throw Object.assign(new Error(message), { code });
}
