import type { ServerContext } from "@modelcontextprotocol/server";
import { cleanText } from "../../tools/clean-text.ts";
import type { ToolProgress } from "../../tools/tool.ts";
import type { Emit, RunEvent, RunEventBody } from "../../trace/run-event.ts";

/** Tells a client how far one call is, in the tool's own numbers, if it wants to know. */
export function tellCallProgress({ mcpReq }: ServerContext): Emit {
  const send = progressSender(mcpReq);
  let last = -Infinity;
  return (event) => {
    // The protocol wants each number to be higher than the one before.
    if (event.type !== "tool-progress" || event.progress <= last) return;
    last = event.progress;
    const { progress, total, message } = event;
    send({ progress, ...(total !== undefined && { total }), ...(message !== undefined && { message }) });
  };
}

/** Tells a client how a run goes on, if it wants to know. Each message counts one further. */
export function tellRunProgress({ mcpReq }: ServerContext): (event: RunEvent) => void {
  const send = progressSender(mcpReq);
  let told = 0;
  return (event) => {
    const message = event.type === "run-start" ? `run ${event.run} on thread ${event.thread}` : toProgress(event);
    if (message === undefined) return;
    told += 1;
    send({ progress: told, message });
  };
}

/** A client that has gone, or does not want to know, is told nothing. */
function progressSender(request: ServerContext["mcpReq"]): (report: ToolProgress) => void {
  const token = request["_meta"]?.progressToken;
  return ({ message, ...numbers }) => {
    if (token === undefined || request.signal.aborted) return;
    const words = message === undefined ? {} : { message: cleanText(message).slice(0, 500) };
    const params = { progressToken: token, ...numbers, ...words };
    // A notice that cannot be sent is not worth a call.
    request.notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
}

/** What a client is told of an event; `undefined` for what only we need to know. */
export function toProgress(event: RunEventBody): string | undefined {
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
