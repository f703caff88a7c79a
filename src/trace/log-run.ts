import type { RunEvent } from "./run-event.ts";

/** What is used of a logger, with the facts before the message: pino's methods fit, and so do those of `console`. */
export interface RunLogger {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

type Level = keyof RunLogger;
type Facts = Readonly<Record<string, unknown>>;

/**
 * Writes a run's events into a structured log: one line each for what begins, ends, is repeated, asked or decided, with the
 * ids that join it to journal, audit and spans. Arguments, results and texts are left out: they can be personal; of what a tool threw a summary is
 * written while debugging. Hand it to
 * `onEvent`.
 */
export function logRun(logger: RunLogger): (event: RunEvent) => void {
  return (event) => {
    const line = toLine(event);
    if (line === undefined) return;
    const { run, thread, seq, type } = event;
    logger[line.level]({ run, thread, seq, type, ...line.facts }, line.message);
  };
}

interface Line {
  readonly level: Level;
  readonly message: string;
  readonly facts: Facts;
}

function toLine(event: RunEvent): Line | undefined {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the others are steps on the way, or hold texts
  switch (event.type) {
    case "run-start":
      return info(event.resumed ? "run resumed" : "run started", { workflow: event.workflow, model: event.model });
    case "run-end":
      return {
        level: levelOf(event.status),
        message: `run ${event.status}`,
        facts: { status: event.status, durationMs: event.durationMs, ...event.usage, code: event.error?.code },
      };
    case "node-end":
      return {
        level: levelOf(event.status),
        message: `node ${event.status}`,
        facts: { node: event.node, visit: event.visit, status: event.status, durationMs: event.durationMs },
      };
    case "turn":
      return info("model answered", { node: event.node, turn: event.turn, calls: event.calls, ...event.usage });
    case "notice":
      return {
        level: event.level === "warning" ? "warn" : "info",
        message: event.message,
        facts: { node: event.node },
      };
    case "approval-request":
      return info("person asked", {
        node: event.approval.node,
        approval: event.approval.id,
        kind: event.approval.kind,
      });
    case "approval-decision":
      return info("person decided", { node: event.node, approval: event.id, approved: event.decision.approved });
    default:
      return toCallLine(event);
  }
}

function toCallLine(event: RunEvent): Line | undefined {
  if (event.type !== "tool-result" && event.type !== "tool-attempt" && event.type !== "tool-late") return undefined;
  const facts = { node: event.node, callId: event.callId, tool: event.tool.slice(0, longestName) };
  if (event.type === "tool-attempt")
    return warn("tool attempt failed", {
      ...facts,
      attempt: event.attempt,
      backend: event.backend,
      nextInMs: event.nextInMs,
      thrown: event.thrown,
    });
  if (event.type === "tool-late")
    return warn("tool ended late", { ...facts, answered: event.answered, lateMs: event.lateMs });
  const { status, attempts, durationMs, backend, replayed, thrown } = event;
  const all = { ...facts, status, attempts, durationMs, backend, replayed, thrown };
  return status === "ok" ? info("tool called", all) : warn(`tool ${status}`, all);
}

/** A model may ask for a tool of any name. */
const longestName = 200;

function levelOf(status: string): Level {
  if (status === "failed") return "error";
  return status === "degraded" || status === "cancelled" ? "warn" : "info";
}

function info(message: string, facts: Facts): Line {
  return { level: "info", message, facts };
}

function warn(message: string, facts: Facts): Line {
  return { level: "warn", message, facts };
}
