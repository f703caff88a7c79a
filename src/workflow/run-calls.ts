import { createAskGuard } from "./ask-guard.ts";
import type { ModelCall, ModelMessage, ModelReply } from "../model/model.ts";
import type { ToolRequest } from "../tools/call-scope.ts";
import type { ToolOutcome } from "../tools/tool-outcome.ts";
import { createFailureCount } from "./failure-count.ts";
import { FINISH_TOOL, foundNames, SEARCH_TOOL } from "./builtin-tools.ts";
import { auditRefusal } from "./audit-refusal.ts";
import { questionAbout } from "./question-about.ts";
import type { TurnLoop } from "./turn-loop.ts";
import { wordOutcomes } from "./word-outcomes.ts";
import { limitReached } from "./workflow-errors.ts";

/** What the calls of one turn came to. */
export interface CallsRan {
  /** One answer for every call, in the order of the calls. */
  readonly messages: readonly ModelMessage[];
  /** The node's result, when `node/finish` took it. */
  readonly finished?: { readonly value: unknown };
  /** Why `node/finish` did not take it. */
  readonly badFinish?: readonly string[];
}

/** Runs the calls of a loop's turns, and knows what went wrong so far. */
export interface CallRunner {
  run(turn: number, reply: ModelReply): Promise<CallsRan>;
  /** One sentence for each tool whose last call did not succeed. */
  reasons(): readonly string[];
}

interface Placed {
  readonly call: ModelCall;
  readonly callId: string;
}

/** Makes the runner of one loop. */
export function createCallRunner(loop: TurnLoop): CallRunner {
  const lastOutcomes = new Map<string, ToolOutcome>();
  const failures = createFailureCount();
  const { visit, journal } = loop;
  let { scope } = loop;
  const { gateway, spent } = visit.context;

  // Limits may be lower than when the call was made; what was done is told by the gateway, as it was.
  const isOnRecord = (callId: string): boolean => journal.find(callId) !== undefined;

  const runOne = async ({ call, callId }: Placed): Promise<ToolOutcome> => {
    const stubborn = isOnRecord(callId) ? undefined : failures.refusal(call);
    if (stubborn) return auditRefusal(loop, call, refuse({ call, callId }, "REPEATED", stubborn));
    const outcome = await gateway.call(toToolRequest({ call, callId }), scope);
    failures.count(call, outcome);
    return outcome;
  };

  return {
    async run(turn, reply) {
      const placed = reply.calls.map((call, position) => ({ call, callId: journal.callAt(turn, position) }));
      scope = { ...loop.scope, turnEndsAt: performance.now() + loop.limits.turnTimeoutMs };
      const outcomes = placed.map(({ call, callId }, position) => {
        if (isOnRecord(callId)) return undefined;
        const refused = refusedBeforehand(loop, { call, callId, position, count: placed.length });
        return refused && auditRefusal(loop, call, refused);
      });
      const open = placed.filter((_entry, position) => outcomes[position] === undefined);
      countCalls(loop, open.length, spent);
      const ran = await askAndRun(loop, open, { first: await runAll(loop, open, runOne), runOne });
      const settled = outcomes.map((refused) => refused ?? ran.shift()!);
      for (const outcome of settled) {
        remember(lastOutcomes, outcome);
        if (outcome.tool === SEARCH_TOOL && outcome.status === "ok") loop.shelf?.putIn(foundNames(outcome.output));
      }
      return {
        messages: wordOutcomes(loop, settled).map((text, index) => toMessage(placed[index]!.call, text)),
        ...readFinish(placed, settled),
      };
    },
    reasons: () => [...lastOutcomes.values()].flatMap((outcome) => failureReason(outcome)),
  };
}

/** What was mended when the arguments were read goes along. */
function toToolRequest({ call, callId }: Placed): ToolRequest {
  const { problem, rawArguments, repair, repairKind } = call;
  return {
    callId,
    tool: call.name,
    input: call.arguments,
    ...(problem !== undefined && { problem }),
    ...(rawArguments !== undefined && { rawInput: rawArguments }),
    ...(repair !== undefined && { repair }),
    ...(repairKind !== undefined && { repairKind }),
  };
}

/** Asks about all calls that wait for a person's word, then makes those calls again, until none waits. */
async function askAndRun(
  loop: TurnLoop,
  open: readonly Placed[],
  calls: { readonly first: readonly ToolOutcome[]; readonly runOne: (entry: Placed) => Promise<ToolOutcome> },
): Promise<ToolOutcome[]> {
  const outcomes = [...calls.first];
  const checkRound = createAskGuard();
  for (;;) {
    const questions = outcomes.map((outcome) => questionAbout(outcome, loop.journal));
    const asked = questions.filter((question) => question !== undefined);
    if (asked.length === 0) return outcomes;
    // What was cancelled in the middle is in doubt for now only: the next resume looks again.
    loop.visit.signal.throwIfAborted();
    checkRound(asked);
    await loop.visit.ask(asked);
    for (const [index, question] of questions.entries()) {
      if (question) outcomes[index] = await calls.runOne(open[index]!);
    }
  }
}

/** Calls that only look run side by side; as soon as one changes something, or the SOP orders them, all run in their order. */
async function runAll(
  loop: TurnLoop,
  open: readonly Placed[],
  runOne: (entry: Placed) => Promise<ToolOutcome>,
): Promise<ToolOutcome[]> {
  const { tools } = loop.visit.context.parts;
  const names = open.map(({ call }) => tools.resolve(call.name)?.name ?? call.name);
  const changes =
    loop.guard?.orders(names) === true ||
    open.some(({ call }) => (tools.resolve(call.name, loop.visit.context.thread)?.effect ?? "read") !== "read");
  if (!changes) return Promise.all(open.map(runOne));
  const outcomes: ToolOutcome[] = [];
  for (const entry of open) outcomes.push(await runOne(entry));
  return outcomes;
}

function refusedBeforehand(
  loop: TurnLoop,
  at: Placed & { readonly position: number; readonly count: number },
): ToolOutcome | undefined {
  const { maxCallsPerTurn } = loop.limits;
  if (at.position >= maxCallsPerTurn) {
    return refuse(
      at,
      "CALL_LIMIT",
      `At most ${maxCallsPerTurn} calls are run in one turn; ask for this one again in the next.`,
    );
  }
  if (at.call.name !== FINISH_TOOL || at.count === 1) return undefined;
  return {
    callId: at.callId,
    tool: FINISH_TOOL,
    attempts: 0,
    durationMs: 0,
    status: "invalid",
    code: "FINISH_ALONE",
    reason: "Call it alone, when the outcomes of all other calls are known.",
    issues: [],
  };
}

function countCalls(loop: TurnLoop, count: number, spent: { calls: number }): void {
  const { maxCalls } = loop.visit.context.limits;
  spent.calls += count;
  if (spent.calls > maxCalls)
    throw limitReached({ node: loop.visit.node, limit: "tool calls", value: maxCalls, scope: "run" });
}

function refuse({ call, callId }: Placed, code: "REPEATED" | "CALL_LIMIT", reason: string): ToolOutcome {
  return { callId, tool: call.name, attempts: 0, durationMs: 0, status: "denied", code, reason };
}

/** What our own tools answer says nothing about the work. */
const BUILTIN = /^(sop|node|user|skill|tool)\//;

function remember(lastOutcomes: Map<string, ToolOutcome>, outcome: ToolOutcome): void {
  if (BUILTIN.test(outcome.tool)) return;
  lastOutcomes.set(outcome.insteadOf ?? outcome.tool, outcome);
}

function failureReason(outcome: ToolOutcome): string[] {
  switch (outcome.status) {
    case "unavailable":
    case "failed":
      return [`${outcome.tool}: ${outcome.reason}`];
    case "timeout":
      return [`${outcome.tool} gave no answer within ${outcome.timeoutMs} ms.`];
    case "in_doubt":
      return [`${outcome.tool} may or may not have happened: ${outcome.reason}`];
    default:
      return [];
  }
}

function toMessage(call: ModelCall, text: string): ModelMessage {
  return { role: "tool", callId: call.id, name: call.name, text };
}

function readFinish(
  placed: readonly Placed[],
  outcomes: readonly ToolOutcome[],
): Pick<CallsRan, "finished" | "badFinish"> {
  const [only] = outcomes;
  if (placed.length !== 1 || only?.tool !== FINISH_TOOL) return {};
  if (only.status === "ok") return { finished: { value: only.output } };
  return only.status === "invalid"
    ? {
        badFinish: only.issues.map(
          (issue) => `${issue.path || "result"}: expected ${issue.expected}, received ${issue.received}`,
        ),
      }
    : {};
}
