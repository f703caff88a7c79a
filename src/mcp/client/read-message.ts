import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { isPlainObject } from "../../base/json.ts";

/** The message in a line of a server's stdout; `undefined` for anything else that a server prints there. */
export function readMessage(line: string): JSONRPCMessage | undefined {
  // Servers print banners; looking at the first letter spares most of the errors.
  if (line.charCodeAt(0) !== 0x7b && line.trimStart()[0] !== "{") return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isPlainObject(value) && value["jsonrpc"] === "2.0" ? (value as JSONRPCMessage) : undefined;
  } catch {
    return undefined;
  }
}
