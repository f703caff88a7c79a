import type { ServerContext } from "@modelcontextprotocol/server";
import { cleanText } from "../../tools/clean-text.ts";
import type { ToolProgress } from "../../tools/tool.ts";
import type { Emit, RunEvent, RunEventBody } from "../../trace/run-event.ts";

/** Tells a client how far one call is, in the tool's own numbers, if it wants to know. */
export function tellCallProgress({ mcpReq }: ServerContext): Emit {
  const report = progressReport(mcpReq);
  return (event) => {
    if (event.type !== "tool-progress") return;
    const { progress, total, message } = event;
    report.tell(progress, { ...(total !== undefined && { total }), ...(message !== undefined && { message }) });
  };
}

/** Tells a client how a run goes on, if it wants to know. Each message counts one further. */
export function tellRunProgress({ mcpReq }: ServerContext): (event: RunEvent) => void {
  const report = progressReport(mcpReq);
  return (event) => {
    const message = event.type === "run-start" ? `run ${event.run} on thread ${event.thread}` : toProgress(event);
    if (message !== undefined) report.tell(report.last() + 1, { message });
  };
}

interface ProgressReport {
  /** The number that was told last; 0 before the first. */
  last(): number;
  tell(progress: number, more: Omit<ToolProgress, "progress">): void;
}

/**
 * The number told last, by the request's signal: an older client's request is worked on in several rounds, and each number
 * has to be higher than the one before.
 */
const lastTold = new WeakMap<AbortSignal, number>();

/** A client that has gone, or does not want to know, is told nothing. */
function progressReport(request: ServerContext["mcpReq"]): ProgressReport {
  const token = request["_meta"]?.progressToken;
  const { signal } = request;
  return {
    last: () => lastTold.get(signal) ?? 0,
    tell: (progress, { total, message }) => {
      if (token === undefined || signal.aborted || progress <= (lastTold.get(signal) ?? -Infinity)) return;
      lastTold.set(signal, progress);
      const params = {
        progressToken: token,
        progress,
        ...(total !== undefined && { total }),
        ...(message !== undefined && { message: cleanText(message).slice(0, 500) }),
      };
      // A notice that cannot be sent is not worth a call.
      request.notify({ method: "notifications/progress", params }).catch(() => undefined);
    },
  };
}

/** What a client is told of an event; `undefined` for what only we need to know. */
function toProgress(event: RunEventBody): string | undefined {
  switch (event.type) {
    case "node-start":
      return `${event.node}: started`;
    case "node-end":
      return event.status === "completed" ? `${event.node}: done` : `${event.node}: ${event.status}`;
    case "tool-call":
      return `${event.node}: calls ${event.tool}`;
    case "tool-attempt":
      return `${event.node}: ${event.tool} failed once (attempt ${event.attempt})`;
    case "tool-progress":
      return `${event.node}: ${event.tool} ${event.message ?? event.progress}`;
    case "tool-result":
      return event.status === "ok" ? undefined : `${event.node}: ${event.tool} ended ${event.status}`;
    case "sop-step":
      return `${event.node}: step ${event.step} ${event.status}`;
    case "approval-request":
      return `waits for a person: ${event.approval.title}`;
    default:
      return undefined;
  }
}
