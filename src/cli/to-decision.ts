import { isPlainObject, type JsonValue, previewJson } from "../base/json.ts";
import type { ApprovalRow } from "../store/run-store.ts";
import type { DecisionInput } from "../workflow/run-result.ts";
import { usageError } from "./cli-errors.ts";

/** A person's words as the answer that a question asks for: a text, or JSON where its schema asks for another type. */
export function toAnswer(words: string, approval: ApprovalRow | undefined): JsonValue {
  const type = isPlainObject(approval?.schema) ? approval.schema["type"] : "string";
  if (type === "string") return words;
  try {
    return JSON.parse(words) as JsonValue;
  } catch {
    throw usageError(
      `The answer to "${approval?.title}" must be JSON of type ${previewJson(type)}; seen: ${words}.`,
      `Quote it for the shell: '{"key": "value"}'.`,
    );
  }
}

/** A call in doubt happened, and gave what stands in `words` as JSON. */
export function happened(words: string): Pick<DecisionInput, "approved" | "answer"> {
  try {
    return { approved: true, answer: { outcome: "happened", result: JSON.parse(words) as JsonValue } };
  } catch {
    throw usageError(
      `The result of a call that happened must be JSON; seen: ${words}.`,
      "Write null if nobody knows it.",
    );
  }
}

/** Yes to a call, with the arguments in `words` in place of the model's. */
export function edited(words: string): Pick<DecisionInput, "approved" | "answer"> {
  try {
    return { approved: true, answer: { input: JSON.parse(words) as JsonValue } };
  } catch {
    throw usageError(
      `The arguments of a call must be JSON; seen: ${words}.`,
      `Quote them for the shell: '{"key": "value"}'.`,
    );
  }
}

/** What else a person can find out about a call in doubt, or want done with it. */
export function foundOut(outcome: "not-happened" | "again"): Pick<DecisionInput, "approved" | "answer"> {
  return { approved: true, answer: { outcome } };
}

/** A decision with who made it and why, as far as that is known. */
export function toDecision(
  decision: { readonly approved: boolean; readonly answer?: JsonValue },
  facts: { readonly by: string; readonly reason: string | undefined },
): DecisionInput {
  return { ...decision, by: facts.by, ...(facts.reason !== undefined && { reason: facts.reason }) };
}
