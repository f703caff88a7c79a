import type { ModelReply, ModelRequest } from "../model/model.ts";
import { readStructuredText } from "../model/structured-output.ts";
import { FINISH_TOOL } from "./builtin-tools.ts";
import { fitContext } from "./fit-context.ts";
import { loopText } from "./loop-text.ts";
import { createCallRunner } from "./run-calls.ts";
import type { SkillDone, TurnLoop } from "./turn-loop.ts";
import type { Visit } from "./visit.ts";
import { limitReached, outputMissing } from "./workflow-errors.ts";

/** How often the model is asked again for a result that fits. */
const MAX_REPAIRS = 2;

/**
 * Turn after turn: ask the model, run the calls it asks for, give it the outcomes, until it finishes. A loop that is
 * entered again after a stop replays what the journal holds and goes on from there; no model is asked twice.
 *
 * @throws `LIMIT_REACHED`, `OUTPUT_INVALID`, and what the model throws
 */
export async function runTurns(loop: TurnLoop): Promise<SkillDone> {
  const { visit, messages } = loop;
  const { locale, emit } = visit.context;
  const calls = createCallRunner(loop);
  const endsAt = Date.now() + loop.limits.timeoutMs;
  let repairs = 0;
  for (let turn = 0; turn < loop.limits.maxTurns; turn += 1) {
    const last = turn === loop.limits.maxTurns - 1 && turn > 0;
    if (Date.now() > endsAt)
      throw limitReached({
        node: visit.node,
        limit: "ms of working time",
        value: loop.limits.timeoutMs,
        scope: "node",
      });
    if (last) messages.push({ role: "user", text: loopText(locale).lastTurn(loop.output !== undefined) });
    makeRoom(loop);
    const reply = await nextReply(loop, { turn, last });
    messages.push({
      role: "assistant",
      text: reply.text,
      calls: reply.calls,
      ...(reply.reasoning !== undefined && { reasoning: reply.reasoning }),
    });
    if (reply.calls.length === 0) {
      const done = readText(loop, reply);
      if (done.fits) return withReason(done.value, degradedBy(calls.reasons(), reply, loop));
      if (repairs >= MAX_REPAIRS) throw outputMissing(visit.node, done.issues);
      repairs += 1;
      messages.push({ role: "user", text: loopText(locale).finishWithTool(done.issues) });
      continue;
    }
    const ran = await calls.run(turn, reply);
    messages.push(...ran.messages);
    if (ran.finished) return withReason(ran.finished.value, degradedBy(calls.reasons(), undefined, loop));
    if (ran.badFinish && repairs++ >= MAX_REPAIRS) throw outputMissing(visit.node, ran.badFinish);
    if (last)
      emit({
        type: "notice",
        node: visit.path,
        level: "warning",
        message: `The model went on calling tools in its last turn.`,
      });
  }
  throw limitReached({ node: visit.node, limit: "turns", value: loop.limits.maxTurns, scope: "node" });
}

/** The model's answer of this turn: from the journal if it was given before. */
async function nextReply(loop: TurnLoop, at: { readonly turn: number; readonly last: boolean }): Promise<ModelReply> {
  const { visit, journal } = loop;
  const { context } = visit;
  const { limits } = context;
  const kept = journal.turn(at.turn);
  if (!kept) {
    visit.signal.throwIfAborted();
    checkRunLimits(visit);
  }
  const reply = kept ?? (await context.parts.model.respond(toRequest(loop, at.last)));
  if (!kept) {
    await journal.keepTurn(at.turn, reply);
    context.spent.turns += 1;
    context.spent.usage = {
      inputTokens: context.spent.usage.inputTokens + reply.usage.inputTokens,
      outputTokens: context.spent.usage.outputTokens + reply.usage.outputTokens,
    };
  }
  context.emit({
    type: "turn",
    node: visit.path,
    turn: at.turn,
    usage: reply.usage,
    calls: reply.calls.length,
    replayed: kept !== undefined,
  });
  const tokens = context.spent.usage.inputTokens + context.spent.usage.outputTokens;
  if (limits.maxTokens !== undefined && tokens > limits.maxTokens) {
    throw limitReached({ node: visit.node, limit: "tokens", value: limits.maxTokens, scope: "run" });
  }
  return reply;
}

function toRequest(loop: TurnLoop, last: boolean): ModelRequest {
  const { context, path, signal } = loop.visit;
  const tools = last ? loop.tools.filter((tool) => tool.name === FINISH_TOOL) : loop.tools;
  return {
    messages: loop.messages,
    tools,
    ...(last && tools.length > 0 && { toolChoice: "required" as const }),
    signal,
    ...(context.live && { onText: (text: string) => context.emit({ type: "text-delta", node: path, text }) }),
    onNotice: (message) => context.emit({ type: "notice", node: path, level: "warning", message }),
  };
}

function checkRunLimits(visit: Visit): void {
  const { limits } = visit.context;
  const { spent } = visit.context;
  const over = spent.turns >= limits.maxTurns ? { limit: "turns", value: limits.maxTurns } : undefined;
  const late =
    Date.now() - spent.startedAt > limits.timeoutMs
      ? { limit: "ms of working time", value: limits.timeoutMs }
      : undefined;
  const reached = over ?? late;
  if (reached) throw limitReached({ node: visit.node, ...reached, scope: "run" });
}

function makeRoom(loop: TurnLoop): void {
  const { removed, fits } = fitContext(loop.messages, loop.limits.maxContextTokens);
  const { emit } = loop.visit.context;
  const node = loop.visit.path;
  if (removed > 0)
    emit({
      type: "notice",
      node,
      level: "info",
      message: `${removed} old tool result${removed === 1 ? "" : "s"} made room in the conversation.`,
    });
  if (!fits)
    emit({
      type: "notice",
      node,
      level: "warning",
      message: `The conversation is longer than ${loop.limits.maxContextTokens} tokens (estimated) and nothing more can make room.`,
    });
}

type TextResult =
  | { readonly fits: true; readonly value: unknown }
  | { readonly fits: false; readonly issues: readonly string[] };

/** A final text is the result, unless an output schema asks for more; then the text may hold it as JSON. */
function readText(loop: TurnLoop, reply: ModelReply): TextResult {
  if (!loop.output) return { fits: true, value: reply.text };
  const read = readStructuredText(reply.text, loop.output);
  return read.found ? { fits: true, value: read.value } : { fits: false, issues: read.issues };
}

function degradedBy(reasons: readonly string[], reply: ModelReply | undefined, loop: TurnLoop): readonly string[] {
  return reply?.finish === "length" ? [...reasons, loopText(loop.visit.context.locale).cut] : reasons;
}

function withReason(value: unknown, reasons: readonly string[]): SkillDone {
  return reasons.length === 0 ? { value } : { value, degraded: reasons.join(" ") };
}
