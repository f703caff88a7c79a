import { createHash } from "node:crypto";
import { canonicalJson } from "../../base/json.ts";
import type { ConfirmationRequest, ToolOutcome } from "../tool-outcome.ts";
import type { ToolQuestion, ToolReply } from "../tool.ts";
import { callFacts } from "./call-facts.ts";
import { endCall } from "./intent.ts";
import type { ToolCall } from "./stage.ts";

/** Thrown through a tool that asked a person who has not answered yet. */
export class PendingQuestion extends Error {
  readonly request: ConfirmationRequest;

  constructor(request: ConfirmationRequest) {
    super("The call waits for a person's answer.");
    this.request = request;
  }
}

/** What was thrown, if it is a question that waits. Never throws, whatever it is. */
export function pendingQuestion(thrown: unknown): PendingQuestion | undefined {
  try {
    return thrown instanceof PendingQuestion ? thrown : undefined;
  } catch {
    // What throws when it is looked at was not made here.
    return undefined;
  }
}

/**
 * A person's word on a question of a running call; `undefined` where nobody can be asked. The question is bound to the
 * call and to its own words, so that the same question of the same call finds its answer after every resume.
 *
 * @throws `PendingQuestion` when there is no answer yet
 */
export async function askMidCall(call: ToolCall, question: ToolQuestion): Promise<ToolReply | undefined> {
  const { scope, tool, request } = call;
  if (scope.confirmation === undefined) return undefined;
  const asked: ConfirmationRequest = {
    callId: request.callId,
    tool: tool!.name,
    input: {
      question: question.title,
      ...(question.details !== undefined && { details: question.details }),
    },
    inputHash: createHash("sha256").update(canonicalJson(question)).digest("hex"),
    version: tool!.version,
    kind: "question",
    because: "tool",
    grantable: false,
  };
  const word = await scope.confirmation(asked);
  if (word === undefined) throw new PendingQuestion(asked);
  return word.approved ? { ...word, answer: word.answer ?? "" } : word;
}

/** The call ends for now, and it is written down that it ended with a question and not in the middle of its work. */
export async function pauseCall(call: ToolCall, { request }: PendingQuestion): Promise<ToolOutcome> {
  return endCall(call, { ...callFacts(call), status: "needs_confirmation", request });
}
