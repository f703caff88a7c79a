import type { JsonObject } from "../base/json.ts";
import type { ModelMessage } from "../model/model.ts";
import type { CallScope } from "../tools/call-scope.ts";
import { toOutcomeMessage, toResultText } from "../tools/outcome-message.ts";
import type { ToolOutcome } from "../tools/tool-outcome.ts";
import { loopText } from "./loop-text.ts";
import { questionAbout } from "./question-about.ts";
import { RESULT_TOOL } from "./result-reader.ts";
import type { VisitJournal } from "./visit-journal.ts";
import type { Visit } from "./visit.ts";
import { contextNotRead, limitReached } from "./workflow-errors.ts";

/** A call of a tool that reads, made before the model is first asked. */
export interface ContextCall {
  readonly tool: string;
  /** @default no arguments */
  readonly input?: JsonObject;
}

/** What a node's context is read with. */
export interface ContextParts {
  readonly journal: VisitJournal;
  readonly scope: CallScope;
  /** Set where a result was cut, so that the model is told how to read on. */
  readonly seen: { cut: boolean };
}

/** Calls before the first turn have a turn of their own. */
const beforeTurns = -1;
/** Characters of one result. */
const maxLength = 20_000;

/**
 * Makes the calls, all at once, and gives what they came to as messages. They walk the gateway as any call does, are
 * journalled, and are not made twice. Their author stands for them, so neither the node's nor the skill's list of tools
 * nor its steps hold them up.
 *
 * @throws `CONTEXT_NOT_READ` for a tool that does more than read
 */
export async function readContext(
  visit: Visit,
  calls: readonly ContextCall[],
  parts: ContextParts,
): Promise<ModelMessage[]> {
  const { context } = visit;
  for (const { tool } of calls) {
    const effect = context.parts.tools.resolve(tool, context.thread)?.effect ?? "read";
    if (effect !== "read") throw contextNotRead(visit.node, tool, effect);
  }
  context.spent.calls += calls.length;
  if (context.spent.calls > context.limits.maxCalls)
    throw limitReached({ node: visit.node, limit: "tool calls", value: context.limits.maxCalls, scope: "run" });
  const { guard: _, ...scope } = { ...parts.scope, grants: [] };
  const outcomes = await Promise.all(calls.map((call, index) => callOnce(visit, { call, index }, { ...parts, scope })));
  return outcomes.map((outcome, index) => toMessage(visit, { call: calls[index]!, outcome }, parts));
}

async function callOnce(
  visit: Visit,
  { call, index }: { readonly call: ContextCall; readonly index: number },
  { journal, scope }: ContextParts,
): Promise<ToolOutcome> {
  const request = { callId: journal.callAt(beforeTurns, index), tool: call.tool, input: call.input ?? {} };
  for (;;) {
    const outcome = await visit.context.gateway.call(request, scope);
    const question = questionAbout(outcome, journal);
    if (!question) return outcome;
    visit.signal.throwIfAborted();
    await visit.ask([question]);
  }
}

function toMessage(
  { context }: Visit,
  { call, outcome }: { readonly call: ContextCall; readonly outcome: ToolOutcome },
  { seen }: ContextParts,
): ModelMessage {
  const { locale, parts, thread } = context;
  if (outcome.status === "ok" && toResultText(outcome).length > maxLength) seen.cut = true;
  const text = toOutcomeMessage(outcome, locale, {
    maxLength,
    reader: RESULT_TOOL,
    fromOutside: parts.tools.resolve(outcome.tool, thread)?.labels?.includes("untrusted") === true,
  });
  return { role: "user", text: `${loopText(locale).context(call.tool, JSON.stringify(call.input ?? {}))}\n${text}` };
}
