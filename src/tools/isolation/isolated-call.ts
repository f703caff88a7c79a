import { readProperty } from "../read-property.ts";
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
  | ({ readonly ok: false; readonly facts?: object } & IsolatedThrown);

/** What was thrown on the other side, as far as it can be copied. */
export interface IsolatedThrown {
  readonly message: string;
  readonly code?: string;
  readonly name?: string;
  /** For whoever debugs the tool: here as there a model is not told of it. */
  readonly stack?: string;
  readonly cause?: IsolatedThrown;
}

/** The call as it is sent. */
export function toIsolatedCall(input: unknown, context: ToolContext): IsolatedCall {
  const { callId, idempotencyKey, attempt, caller, locale, answer, backend } = context;
  return {
    input,
    context: {
      callId,
      idempotencyKey,
      attempt,
      caller,
      locale,
      ...(answer !== undefined && { answer }),
      ...(backend !== undefined && { backend }),
    },
  };
}

/** What was thrown on the other side, as it is sent. Never throws. */
export function toAnswerOfThrown(thrown: unknown): IsolatedAnswer {
  const copied = copyThrown(thrown, mostCauses);
  return isToolError(thrown) ? { ok: false, ...copied, facts: { ...thrown.data } } : { ok: false, ...copied };
}

const mostCauses = 5;
const longestStack = 8000;

function copyThrown(thrown: unknown, causes: number): IsolatedThrown {
  try {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    const cause = readProperty(thrown, "cause");
    return {
      message,
      ...textsOf(thrown),
      ...(cause !== undefined && causes > 0 && { cause: copyThrown(cause, causes - 1) }),
    };
  } catch {
    // A proxy or a getter that throws when it is looked at.
    return { message: "The tool failed without a message." };
  }
}

function textsOf(thrown: unknown): { readonly code?: string; readonly name?: string; readonly stack?: string } {
  const keys = ["code", "name", "stack"].map((key): [string, unknown] => [key, readProperty(thrown, key)]);
  const texts = keys.filter((pair): pair is [string, string] => typeof pair[1] === "string");
  return Object.fromEntries(texts.map(([key, text]) => [key, text.slice(0, longestStack)]));
}

/** The answer's value. @throws what was thrown on the other side */
export function readAnswer(answer: IsolatedAnswer): unknown {
  if (answer.ok) return answer.value;
  const { facts, message, stack, cause } = answer;
  if (facts)
    throw Object.assign(
      toolError({ ...facts, code: answer.code ?? "TOOL_FAILED", message, cause: cause && toError(cause) }),
      { stack },
    );
  throw toError(answer);
}

/** The place where it was made is the other side's. */
function toError({ message, cause, ...texts }: IsolatedThrown): Error {
  const error = cause === undefined ? new Error(message) : new Error(message, { cause: toError(cause) });
  const { code, name = "Error", stack = `${name}: ${message}` } = texts;
  return Object.assign(error, { name, stack, ...(code !== undefined && { code }) });
}
