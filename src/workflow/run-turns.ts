import type { ModelMessage, ModelReply, ModelRequest } from "../model/model.ts";
import { readStructuredText } from "../model/structured-output.ts";
import { accountForSteps } from "./account-for-steps.ts";
import { FINISH_TOOL } from "./builtin-tools.ts";
import { fitContext } from "./fit-context.ts";
import { loopText } from "./loop-text.ts";
import { createRequestChain } from "./request-chain.ts";
import { type CallRunner, createCallRunner } from "./run-calls.ts";
import type { SkillDone, TurnLoop } from "./turn-loop.ts";
import type { Visit } from "./visit.ts";
import { limitReached, outputMissing } from "./workflow-errors.ts";

/** How often the model is asked again for a result that fits. */
const MAX_REPAIRS = 2;

/**
 * Turn after turn: ask the model, run the calls it asks for, give it the outcomes, until it finishes. A loop that is
 * entered again after a stop replays what the journal holds and goes on from there; no model is asked twice.
 *
 * @throws `LIMIT_REACHED`, `OUTPUT_INVALID`, `SOP_INCOMPLETE`, and what the model throws
 */
export async function runTurns(loop: TurnLoop): Promise<SkillDone> {
  const { visit, messages, limits } = loop;
  const calls = createCallRunner(loop);
  const chain = createRequestChain();
  const tries = { repairs: 0, nudges: 0 };
  const endsAt = Date.now() + limits.timeoutMs;
  for (let turn = 0; turn < limits.maxTurns; turn += 1) {
    const last = turn === limits.maxTurns - 1 && turn > 0;
    checkTime(loop, endsAt);
    if (last) messages.push({ role: "user", text: loopText(visit.context.locale).lastTurn(loop.output !== undefined) });
    makeRoom(loop);
    const request = chain.next(messages);
    if (chain.departsFrom(loop.journal.requestOf(turn))) tellDeparture(loop, turn);
    const reply = await nextReply(loop, { turn, last, request });
    messages.push(toAssistant(reply));
    const ended = reply.calls.length === 0 ? readText(loop, reply) : await runCalls(loop, calls, { turn, reply });
    if (ended?.issues) {
      if (tries.repairs >= MAX_REPAIRS) throw outputMissing(visit.node, ended.issues);
      tries.repairs += 1;
      continue;
    }
    if (!ended) continue;
    const account = accountForSteps(loop, { nudges: tries.nudges, last });
    if ("undone" in account)
      return withReasons(ended.value, [...calls.reasons(), ...cutReason(loop, reply), ...account.undone]);
    tries.nudges += 1;
    messages.push({ role: "user", text: account.nudge });
    visit.context.emit({
      type: "notice",
      node: visit.path,
      level: "info",
      message: loopText(visit.context.locale).nudged,
    });
  }
  throw limitReached({ node: visit.node, limit: "turns", value: limits.maxTurns, scope: "node" });
}

/** A result, or what is wrong with it. */
type Ended = { readonly value: unknown; readonly issues?: undefined } | { readonly issues: readonly string[] };

async function runCalls(
  loop: TurnLoop,
  calls: CallRunner,
  at: { readonly turn: number; readonly reply: ModelReply },
): Promise<Ended | undefined> {
  const ran = await calls.run(at.turn, at.reply);
  loop.messages.push(...ran.messages);
  if (ran.finished) return ran.finished;
  return ran.badFinish && { issues: ran.badFinish };
}

/** A final text is the result, unless an output schema asks for more; then the text may hold it as JSON. */
function readText(loop: TurnLoop, reply: ModelReply): Ended {
  if (!loop.output) return { value: reply.text };
  const read = readStructuredText(reply.text, loop.output);
  if (read.found) return { value: read.value };
  loop.messages.push({ role: "user", text: loopText(loop.visit.context.locale).finishWithTool(read.issues) });
  return { issues: read.issues };
}

function toAssistant({ text, calls, reasoning }: ModelReply): ModelMessage {
  return { role: "assistant", text, calls, ...(reasoning !== undefined && { reasoning }) };
}

function checkTime(loop: TurnLoop, endsAt: number): void {
  const { timeoutMs } = loop.limits;
  if (Date.now() > endsAt)
    throw limitReached({ node: loop.visit.node, limit: "ms of working time", value: timeoutMs, scope: "node" });
}

/** An answer on record was given to something else than would be asked now: its skill has moved on, or a program has. */
function tellDeparture({ visit }: TurnLoop, turn: number): void {
  const message = `Before turn ${turn + 1} the model had been told something else than it would be now; its answers are kept.`;
  visit.context.emit({ type: "notice", node: visit.path, level: "info", message });
}

/** One question to the model. */
interface Asking {
  readonly turn: number;
  readonly last: boolean;
  /** Hash of what it is told. */
  readonly request: string;
}

/** The model's answer of this turn: from the journal if it was given before. */
async function nextReply(loop: TurnLoop, at: Asking): Promise<ModelReply> {
  const { visit, journal } = loop;
  const { context } = visit;
  const { limits } = context;
  const kept = journal.turn(at.turn);
  if (!kept) {
    await context.drain?.rest();
    visit.signal.throwIfAborted();
    checkRunLimits(visit);
  }
  const reply = kept ?? (await askModel(loop, at));
  if (!kept) {
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

/** The answer is on record before a run that wants to stop may do so. */
async function askModel(loop: TurnLoop, at: Asking): Promise<ModelReply> {
  const { context, path, visit } = loop.visit;
  const id = `${path} ${visit} ${at.turn}`;
  context.drain?.begin(id);
  try {
    const reply = await context.parts.model.respond(toRequest(loop, at.last));
    await loop.journal.keepTurn(at.turn, reply, at.request);
    return reply;
  } finally {
    context.drain?.end(id);
  }
}

function toRequest(loop: TurnLoop, last: boolean): ModelRequest {
  const { context, path, signal } = loop.visit;
  const shown = loop.seen.cut ? loop.toolsAfterCut : loop.tools;
  const tools = last ? shown.filter((tool) => tool.name === FINISH_TOOL) : shown;
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

function cutReason(loop: TurnLoop, reply: ModelReply): readonly string[] {
  return reply.calls.length === 0 && reply.finish === "length" ? [loopText(loop.visit.context.locale).cut] : [];
}

function withReasons(value: unknown, reasons: readonly string[]): SkillDone {
  return reasons.length === 0 ? { value } : { value, degraded: reasons.join(" ") };
}
