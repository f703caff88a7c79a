import { formatDuration } from "../base/duration.ts";
import type { BackendState } from "../tools/gateway/backend-pool.ts";
import type { ToolHealth } from "../tools/gateway/tool-health.ts";
import type { AnyTool } from "../tools/tool.ts";

/** How a tool is now, as far as this process knows, as pairs of a label and a text; nothing of a closed breaker. */
export function healthFacts(tool: AnyTool, health: ToolHealth): (readonly [string, string])[] {
  return [...breakerFacts(health), ...instanceFacts(tool, health)];
}

function breakerFacts({ breaker }: ToolHealth): (readonly [string, string])[] {
  if (breaker === undefined || breaker.state === "closed") return [];
  const { state, openForMs } = breaker;
  return [["now", openForMs === undefined ? `${state} a call` : `${state}, for ${formatDuration(openForMs)} more`]];
}

function instanceFacts({ backends }: AnyTool, { instances = [], problem }: ToolHealth): (readonly [string, string])[] {
  if (backends === undefined) return [];
  const { balance, outMs, maxFailures } = backends;
  const source = "discover" in backends ? `looked up every ${formatDuration(backends.everyMs)}, ` : "";
  const lines = instances.map(instanceLine);
  if (problem !== undefined) lines.push(`the last look failed: ${problem}`);
  else if (instances.length === 0) lines.push("none is there");
  return [
    [
      "instances",
      `${source}${balance}; after ${maxFailures === 1 ? "a failure" : `${maxFailures} failures in a row`} out for ${formatDuration(outMs)}`,
    ],
    ...lines.map((line) => ["", line] as const),
  ];
}

function instanceLine({ address, state, busy, outForMs }: BackendState): string {
  const parts = [address];
  if (state !== "in") parts.push(outForMs === undefined ? state : `out for ${formatDuration(outForMs)} more`);
  if (busy > 0) parts.push(`${busy} at work`);
  return parts.join(", ");
}
