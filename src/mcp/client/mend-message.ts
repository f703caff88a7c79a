import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { isPlainObject, previewJson } from "../../base/json.ts";

/** The number of an error that says none. */
const internalError = -32_603;

type Fields = Readonly<Record<string, unknown>>;

/**
 * What JSON-RPC knows of a message, in the form that the SDK takes: it refuses a whole message for a field more, an
 * `error` of null beside the result, or an id that was a number and comes back as a text. `undefined` for what is none.
 */
export function mendMessage(value: unknown): JSONRPCMessage | undefined {
  if (!isPlainObject(value) || value["jsonrpc"] !== "2.0") return undefined;
  return typeof value["method"] === "string" ? mendRequest(value, value["method"]) : mendResponse(value);
}

function mendRequest({ id, params }: Fields, method: string): JSONRPCMessage {
  return {
    jsonrpc: "2.0",
    method,
    ...((typeof id === "number" || typeof id === "string") && { id }),
    ...(isPlainObject(params) && { params }),
  };
}

function mendResponse({ id: given, result, error }: Fields): JSONRPCMessage | undefined {
  // Our own ids are numbers.
  const id = typeof given === "string" && /^\d{1,15}$/.test(given) ? Number(given) : given;
  if (typeof id !== "number" && typeof id !== "string") return undefined;
  if (error !== undefined && error !== null) return { jsonrpc: "2.0", id, error: mendError(error) };
  if (isPlainObject(result)) return { jsonrpc: "2.0", id, result };
  if (result === null) return { jsonrpc: "2.0", id, result: {} };
  return { jsonrpc: "2.0", id, error: { code: internalError, message: "The answer holds no result." } };
}

function mendError(error: unknown): { code: number; message: string; data?: unknown } {
  if (!isPlainObject(error)) return { code: internalError, message: previewJson(error, 500) };
  const { code, message, data } = error;
  return {
    code: typeof code === "number" && Number.isInteger(code) ? code : internalError,
    message: typeof message === "string" ? message : previewJson(message ?? "It does not say why.", 500),
    ...(data !== undefined && { data }),
  };
}
