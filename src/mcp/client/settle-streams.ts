import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { tooLongCode } from "./too-long-answer.ts";

/** The number under which a request learns that its answer will not come. */
export const streamEndedCode = -32_098;

/**
 * Lets requests over HTTP fail at once when their stream ends without an answer, as it does when the server dies: the
 * SDK would wait until the time is up. Changes the transport in place, before it is connected. `takeProblem` says why we
 * ended a stream ourselves.
 */
export function settleStreams(transport: Transport, takeProblem: () => string | undefined): Transport {
  const waiting = new Set<string | number>();
  const { onmessage } = transport;
  const take: NonNullable<Transport["onmessage"]> = (message, extra) => {
    const { id, method } = message as { readonly id?: string | number; readonly method?: string };
    if (id !== undefined && method === undefined) waiting.delete(id);
    onmessage?.(message, extra);
  };
  const send = transport.send.bind(transport);
  const sendAndSettle: Transport["send"] = (message, options) => {
    const { id, method } = message as { readonly id?: string | number; readonly method?: string };
    if (id === undefined || method === undefined || options?.onRequestStreamEnd) return send(message, options);
    waiting.add(id);
    const onRequestStreamEnd = (): void => {
      if (waiting.delete(id)) transport.onmessage?.(streamEnded(id, takeProblem()));
    };
    return send(message, { ...options, onRequestStreamEnd }).catch((error: unknown) => {
      waiting.delete(id);
      throw error;
    });
  };
  return Object.assign(transport, { onmessage: take, send: sendAndSettle });
}

function streamEnded(id: string | number, problem: string | undefined): JSONRPCMessage {
  const error =
    problem === undefined
      ? { code: streamEndedCode, message: "The stream ended before the answer came." }
      : { code: tooLongCode, message: problem };
  return { jsonrpc: "2.0", id, error };
}
