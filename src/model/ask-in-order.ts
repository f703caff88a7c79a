import { setTimeout as wait } from "node:timers/promises";
import { formatDuration } from "../base/duration.ts";
import type { Usage } from "../base/usage.ts";
import { startDeadline } from "./attempt-deadline.ts";
import type { LangchainClient } from "./langchain-client.ts";
import { afterAttempts } from "./model-errors.ts";
import { type AttemptPlace, BrokenAnswer, type ModelFailure, timeoutFailure, toModelFailure } from "./model-failure.ts";
import type { ModelRequest } from "./model.ts";
import { whyUnusable } from "./read-reply.ts";
import type { WireReply } from "./wire-reply.ts";

/** How often and how patiently a model is asked. */
export interface RetryLimits {
  /** Longest silence of one attempt, in ms. */
  readonly timeoutMs: number;
  /** Attempts for each model, the first included. */
  readonly maxAttempts: number;
  /** Wait before the second attempt, in ms; doubles each time, and is random between its half and its whole. */
  readonly backoffMs: number;
  /** No wait is longer, in ms. A server that asks for more is given up for the next model. */
  readonly maxWaitMs: number;
}

/** One model to ask. */
export interface Candidate {
  readonly client: LangchainClient;
  readonly place: AttemptPlace;
}

/** What came of it all. */
export interface Answer {
  readonly wire: WireReply;
  /** Of all attempts together. */
  readonly usage: Usage;
  readonly model: string;
}

/**
 * Asks the models in order until one answers: the one owner of retries. A stream that breaks off is asked for again even
 * when some of its text was shown already, since a run is worth more than a line printed twice; `onNotice` says so.
 *
 * @throws the last model's error, with what was tried before it; the signal's reason when the caller gave up
 */
export async function askInOrder(
  candidates: readonly Candidate[],
  limits: RetryLimits,
  request: ModelRequest,
): Promise<Answer> {
  const tally: Tally = { tried: [], usage: { inputTokens: 0, outputTokens: 0 }, shown: false };
  for (const [index, candidate] of candidates.entries()) {
    const result = await askPatiently(candidate, limits, { request, tally });
    if ("wire" in result) return { wire: result.wire, usage: tally.usage, model: candidate.place.model };
    const following = candidates[index + 1];
    if (!result.next || !following) throw afterAttempts(result.error, tally.tried);
    request.onNotice?.(`${describe(candidate, result)}; asking ${following.place.model} instead${startsOver(tally)}`);
  }
  throw new RangeError("there is no model to ask");
}

/** What the attempts so far cost and met. */
interface Tally {
  readonly tried: string[];
  usage: Usage;
  /** The newest attempt has shown some text. */
  shown: boolean;
}

interface Asking {
  readonly request: ModelRequest;
  readonly tally: Tally;
}

/** One model, until it answers or asking again is of no use. */
async function askPatiently(
  candidate: Candidate,
  limits: RetryLimits,
  asking: Asking,
): Promise<{ wire: WireReply } | ModelFailure> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await askOnce(candidate, limits.timeoutMs, asking);
    if ("wire" in result) return result;
    asking.tally.tried.push(describe(candidate, result));
    const allowed =
      result.retry === "often" ? limits.maxAttempts : Math.min(result.retry === "once" ? 2 : 1, limits.maxAttempts);
    const waitMs = toWait(attempt, limits, result.retryAfterMs);
    if (attempt >= allowed || waitMs === undefined) return result;
    const again = `trying again in ${formatDuration(waitMs)} (attempt ${attempt + 1} of ${allowed})`;
    asking.request.onNotice?.(`${describe(candidate, result)}; ${again}${startsOver(asking.tally)}`);
    await pause(waitMs, asking.request.signal);
  }
}

async function askOnce(
  { client, place }: Candidate,
  timeoutMs: number,
  { request, tally }: Asking,
): Promise<{ wire: WireReply } | ModelFailure> {
  request.signal?.throwIfAborted();
  const deadline = startDeadline(timeoutMs, request.signal);
  tally.shown = false;
  const { onText } = request;
  const watched = onText && {
    onText: (delta: string) => {
      tally.shown = true;
      onText(delta);
    },
  };
  try {
    const wire = await client.ask({ ...request, ...watched }, { signal: deadline.signal, onArrival: deadline.extend });
    tally.usage = add(tally.usage, wire.usage);
    const reason = whyUnusable(wire, watched !== undefined);
    if (reason === undefined) return { wire };
    return toModelFailure(new BrokenAnswer(reason), place);
  } catch (error) {
    request.signal?.throwIfAborted();
    return deadline.expired ? timeoutFailure(place, timeoutMs) : toModelFailure(error, place);
  } finally {
    deadline.close();
  }
}

/** The wait before the next attempt; `undefined` where the server asks for more patience than there is. */
function toWait(attempt: number, limits: RetryLimits, askedMs: number | undefined): number | undefined {
  if (askedMs !== undefined) return askedMs <= limits.maxWaitMs ? askedMs : undefined;
  const longest = Math.min(limits.backoffMs * 2 ** (attempt - 1), limits.maxWaitMs);
  return longest * (0.5 + Math.random() / 2);
}

async function pause(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await wait(waitMs, undefined, signal ? { signal } : {});
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

/** What was shown cannot be taken back, so people are told. */
function startsOver(tally: Tally): string {
  return tally.shown ? ", the text starts over" : "";
}

function describe({ place }: Candidate, { error }: ModelFailure): string {
  const status = error.data["status"];
  const seen = error.details[0]?.replace(/^Seen: /, "");
  return `${place.model}: ${error.code}${status === undefined ? "" : ` ${Number(status)}`}${seen ? ` (${seen})` : ""}`;
}

function add(one: Usage, other: Usage): Usage {
  return { inputTokens: one.inputTokens + other.inputTokens, outputTokens: one.outputTokens + other.outputTokens };
}
