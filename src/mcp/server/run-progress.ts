import type { ServerContext } from "@modelcontextprotocol/server";
import { cleanText } from "../../tools/clean-text.ts";
import type { RunEventBody } from "../../trace/run-event.ts";

/** Tells a client how a call or run goes on, if it wants to know. */
export interface ProgressTeller {
  /** Takes every event; most say nothing to a client. */
  readonly emit: (event: RunEventBody) => void;
}

/** Makes a teller of one request. Each message counts one further; a client that has gone is told nothing. */
export function createProgressTeller({ mcpReq }: ServerContext): ProgressTeller {
  const token = mcpReq["_meta"]?.progressToken;
  let told = 0;
  return {
    emit: (event) => {
      if (token === undefined || mcpReq.signal.aborted) return;
      const message = toProgress(event);
      if (message === undefined) return;
      told += 1;
      const params = { progressToken: token, progress: told, message: cleanText(message).slice(0, 500) };
      // A notice that cannot be sent is not worth a call.
      mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
    },
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
