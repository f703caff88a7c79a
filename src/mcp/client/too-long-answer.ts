import type { JSONRPCMessage } from "@modelcontextprotocol/client";

/** The number under which a refused answer reaches its request. */
export const tooLongCode = -32_099;

/** What is left of a line that was dropped. */
export interface DroppedLine {
  readonly head: string;
  readonly tail: string;
  readonly bytes: number;
}

/**
 * An error in place of an answer that was too long, for the request it answers, so that only this one request fails.
 * `undefined` where the id cannot be seen: it stands at one end of a message, before or after the result.
 */
export function tooLongAnswer({ head, tail, bytes }: DroppedLine, maxBytes: number): JSONRPCMessage | undefined {
  const id = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d+)/.exec(head)?.[1] ?? idAtEnd(tail);
  if (id === undefined) return undefined;
  const message = `The answer is ${bytes} bytes long; at most ${maxBytes} bytes are read (\`maxMessageBytes\`).`;
  return { jsonrpc: "2.0", id: Number(id), error: { code: tooLongCode, message } };
}

function idAtEnd(tail: string): string | undefined {
  return /[}\]]\s*,\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d+)\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(
    tail,
  )?.[1];
}
